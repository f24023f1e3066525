#!/bin/sh
# Installs the large Python packages into the environment `agent`.
set -eu
[ "$INSTALL_HEAVY_DEPENDENCIES" = true ] || exit 0
if [ "$OFFLINE" = true ]; then
  echo "OFFLINE: no Python packages except those of the base image."
  exit 0
fi

install() {
  # shellcheck disable=SC2086 # a list of options
  /opt/conda/bin/conda run -n agent pip install --no-cache-dir ${PIP_OPTIONS:-} "$@" && return
  cat >&2 << END
pip could not install the packages in /opt/mlebench/requirements.
Give the build access to a package index (PIP_OPTIONS='--index-url URL', HTTP_PROXY), build without
the packages (INSTALL_HEAVY_DEPENDENCIES=false), or use a BASE_IMAGE that has them and OFFLINE=true.
END
  exit 1
}

cd /opt/mlebench/requirements
install -r tables.txt -r learning.txt -r pictures.txt -r sound.txt -r text.txt -r tools.txt
# Both frameworks pin CUDA libraries, but not the same versions: the last one installed wins.
install -r cuda.txt
install -r torch.txt
