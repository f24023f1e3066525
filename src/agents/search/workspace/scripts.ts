/**
 * What happens to the git repository of a search: shell scripts that run inside the sandbox, because everything in the
 * repository, its configuration included, belongs to the agent. `$1` is the code folder, `$2` the experiment.
 *
 * Git is told where the repository is and never looks for one: without isolation, the folders above may be in another one.
 * Its configuration is written again each time, because one that a program wrote could have git start any command. Programs
 * may also have closed folders, and put links or pipes where git or we expect files.
 */
const prelude = `
code=$1 id=$2
session=$code/sessions/$id
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 GIT_TERMINAL_PROMPT=0 GIT_COMMON_DIR=$code/.git LC_ALL=C
wipe() { rm -rf "$1" 2>/dev/null || { chmod -R u+rwX "$1"; rm -rf "$1"; }; }
find "$code/.git" "$session" '(' -type p -o -path "$code/.git*" ! -type f ! -type d ')' -exec rm -f {} + 2>/dev/null
[ -d "$code/.git" ] && wipe "$code/.git/config" &&
  printf '[core]\\n\\trepositoryformatversion = 0\\n\\tbare = false\\n\\tlogallrefupdates = true\\n' > "$code/.git/config"
with() { git -c core.hooksPath=/dev/null -c core.fsmonitor=false -c gc.auto=0 -c maintenance.auto=false -c commit.gpgSign=false \\
  -c user.name=mlebench -c user.email=search@localhost -c init.defaultBranch=main -c safe.directory='*' -c core.autocrlf=false "$@"; }
repository() { GIT_DIR=$code/.git GIT_WORK_TREE=$code with "$@"; }
worktree() { GIT_DIR=$code/.git/worktrees/$id GIT_WORK_TREE=$session with "$@"; }
is_small() { [ -f "$1" ] && [ -z "$(find "$1" -size +1048576k)" ]; }
hash() { if is_small "$1"; then sha256sum < "$1" | cut -d ' ' -f 1; else echo large; fi; }
settle() { [ -e "$code/.git/worktrees/$id/ready" ] && [ ! -L "$session" ] && changes=$(worktree status --porcelain --ignored) || return 1
  [ -z "$changes" ] || { worktree reset -q --hard && worktree clean -ffdxq; }; }
`;

/** `$3` is the programs' entry point. Makes the repository unless it is there, and removes what interrupted commands left. */
export const openScript = `${prelude}
chmod u+rwx "$code" && cd "$code" || exit 1
find .git -name '*.lock' -type f -exec rm -f {} + 2>/dev/null
if ! repository rev-parse -q --verify 'refs/heads/main^{commit}' >/dev/null 2>&1; then
  wipe .git
  repository init -q || exit 1
  printf '/sessions/\\n/output_data_*\\n/best_solution*\\n/report.md\\n' >> .git/info/exclude
  mkdir -p "$(dirname "$3")" && : > "$3" && repository add -f -- "$3" && repository commit -q -m 'An empty program' || exit 1
fi
printf '%s' "$CUDA_VISIBLE_DEVICES"
`;

/**
 * `$3` is the commit to start from, empty for none. Makes the experiment's branch and folder unless they are there. Prints
 * `lost` when the commit no longer exists.
 */
export const beginScript = `${prelude}
cd "$code" || exit 1
[ -d sessions ] && [ ! -L sessions ] && [ -w sessions ] || { wipe sessions; mkdir sessions || exit 1; }
[ -e ".git/worktrees/$id/ready" ] && [ -d "$session" ] && [ ! -L "$session" ] && exit 0
wipe "$session"
wipe ".git/worktrees/$id"
base=refs/heads/main
if [ -n "$3" ]; then
  if repository cat-file -e "$3^{commit}" 2>/dev/null; then base=$3; else printf lost; fi
fi
repository worktree add -q -f -B "$id" "sessions/$id" "$base" && : > ".git/worktrees/$id/ready"
`;

/**
 * `$3` is the message. Prints the commit and its files, as `ls-tree` does. Repositories inside become ordinary files, and
 * large files are left out.
 */
export const commitScript = `${prelude}
cd "$session" || exit 1
find . -mindepth 2 -name .git -prune -exec rm -rf {} +
find . -type f -size +20480k ! -path './.git/*' | sed 's/^[.]//' > "$code/.git/worktrees/$id/large"
worktree -c core.excludesFile="$code/.git/worktrees/$id/large" add -A &&
worktree commit -q --allow-empty -m "$3" || exit 1
[ -s "$code/.git/worktrees/$id/large" ] && settle
{ cat "$code/.git/refs/heads/$id" 2>/dev/null || worktree rev-parse HEAD; } && worktree ls-tree -r -l -z HEAD
`;

/**
 * `$3` is the file that a program was to write, `$4` the submission. Puts the program's files back as they were
 * committed. Prints what the first is, and the hash of the second, or what is wrong with it.
 */
export const settleScript = `${prelude}
describe() { if [ -L "$1" ]; then echo link; elif [ -f "$1" ]; then echo file; elif [ -e "$1" ]; then echo other; else echo none; fi; }
describe "$3"
kind=$(describe "$4")
if [ "$kind" = file ]; then hash "$4"; else echo "$kind"; fi
settle
`;

/**
 * `$3` is a file, `$4` the submission, `$5` the commit that made it, if any, `$6` the file's hash. Puts the file into the
 * submission's place at once, never in part, then the program's files into `best_solution`. Refuses a file with another hash.
 */
export const bankScript = `${prelude}
folder=$(dirname "$4")
next=$folder/.submission.csv.next
mkdir -p "$folder" && chmod u+rwx "$folder" && is_small "$3" || exit 1
wipe "$next"
[ -d "$4" ] && [ ! -L "$4" ] && wipe "$4"
cp "$3" "$next" || exit 1
sum=$(hash "$next")
if [ "$sum" != "$6" ]; then rm -f "$next"; exit 1; fi
mv -f "$next" "$4" || exit 1
[ -n "$5" ] || exit 0
cd "$code" && rm -rf best_solution.next && mkdir best_solution.next || exit 0
GIT_INDEX_FILE=$code/.git/best.index repository read-tree "$5" &&
GIT_INDEX_FILE=$code/.git/best.index repository checkout-index -a -f --prefix="$code/best_solution.next/" &&
rm -rf best_solution && mv best_solution.next best_solution
exit 0
`;

/**
 * `$3` is a folder of outputs, `$4` that of temporary files, empty when others use it, too. Deletes both, what does not belong
 * into the code folder, and large files that are neither submissions nor part of the repository.
 */
export const freeDiskScript = `${prelude}
wipe "$3"
for each in "$code"/* "$code"/.[!.]*; do
  case $each in */.git | */sessions | */output_data_* | */best_solution | */report.md) ;; *) wipe "$each" ;; esac
done
[ -z "$4" ] || find "$4" -mindepth 1 -maxdepth 1 -exec rm -rf {} +
find "$code" "$LOGS_DIR" -path "$code/.git" -prune -o -type f -size +16384k ! -name final_submission.csv -exec rm -f {} +
exit 0
`;

/** Moves an experiment's files aside, and back into a folder that was made again. */
export const salvageScript = `${prelude}
wipe "$code/salvaged"; mv "$session" "$code/salvaged" && rm -rf "$code/salvaged/.git"
`;
export const returnScript = `${prelude}
cp -R "$code/salvaged/." "$session/" && rm -rf "$code/salvaged"
`;
