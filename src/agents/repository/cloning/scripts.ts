/**
 * Git inside the sandbox. It only speaks the one protocol, asks for no password, runs no hooks, and is told where the
 * repository is: it must never find the search's own around it.
 */
const prelude = `
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 GIT_TERMINAL_PROMPT=0 GIT_ASKPASS=true GIT_LFS_SKIP_SMUDGE=1 LC_ALL=C
git_in() { folder=$1; shift
  git -c core.hooksPath=/dev/null -c core.fsmonitor=false -c gc.auto=0 -c maintenance.auto=false -c safe.directory='*' \\
    -c core.autocrlf=false --git-dir="$folder/.git" --work-tree="$folder" "$@"; }
`;

/**
 * `$1` is the address, `$2` its protocol, `$3` the folder, `$4` and `$5` the most files and bytes. A clone is made beside the
 * folder and gets its name when it is complete. What it holds is counted before it is written: a small download can become
 * very large. The download is one file, whose size is limited; git is to say so, not to be killed. Prints `cloned` with the
 * commit, or `too-large`, and then the numbers of files, bytes, links and submodules.
 */
export const cloneScript = `${prelude}
address=$1 protocol=$2 target=$3 files=$4 bytes=$5
count() { git_in "$1" ls-tree -r -l HEAD | awk -v most_files="$files" -v most_bytes="$bytes" '
  { if ($1 == "160000") submodules++; else { total += $4; if ($1 == "120000") links++; if (++count > most_files || total > most_bytes) { large = 1; exit } } }
  END { printf "%s %d %.0f %d %d\\n", large ? "large" : "fine", count, total, links, submodules }'; }
if ! [ -d "$target" ]; then
  part=$target.part
  rm -rf "$part" && mkdir -p "$(dirname "$target")" || exit 1
  ( trap '' XFSZ; ulimit -f $((bytes / 512)) 2>/dev/null
    exec git -c protocol.allow=never -c protocol."$protocol".allow=always -c credential.helper= clone --quiet --depth 1 --single-branch \\
      --no-tags --no-checkout --no-recurse-submodules --template= -- "$address" "$part" ) || exit 1
  counted=$(count "$part")
  case $counted in
    large*) echo "too-large \${counted#large }"; exit 1 ;;
  esac
  git_in "$part" reset -q --hard HEAD && mv "$part" "$target" || exit 1
fi
commit=$(git_in "$target" rev-parse HEAD) && counted=$(count "$target") && echo "cloned $commit \${counted#fine }"
`;

/** `$1` is the folder, `$2` the commit. Writes all files again: programs may have changed them. */
export const restoreScript = `${prelude}
rm -f "$1/.git/index" "$1/.git/index.lock" && git_in "$1" reset -q --hard "$2" && git_in "$1" clean -ffdxq
`;
