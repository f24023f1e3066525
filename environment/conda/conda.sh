# Lets `conda activate` and `conda deactivate` change the current shell. `conda shell.bash hook` prints this file.
export CONDA_EXE=/opt/conda/bin/conda
conda() {
  case "${1-}" in
    activate | deactivate)
      __conda_changes=$("$CONDA_EXE" shell.posix "$@") || return
      eval "$__conda_changes"
      unset __conda_changes
      ;;
    *) "$CONDA_EXE" "$@" ;;
  esac
}
