import { prelude } from "./prelude.ts";

/** `$3` is the programs' entry point. Makes the repository unless it is there, and removes what interrupted commands left. */
export const openScript = `${prelude}
chmod u+rwx "$code" && cd "$code" || exit 1
find .git -name '*.lock' -type f -exec rm -f {} + 2>/dev/null
rm -f .*.changes
if ! repository rev-parse -q --verify 'refs/heads/main^{commit}' >/dev/null 2>&1; then
  wipe .git
  repository init -q || exit 1
  printf '/sessions/\\n/output_data_*\\n/best_solution*\\n/report.md\\n' >> .git/info/exclude
  mkdir -p "$(dirname "$3")" && : > "$3" && repository add -f -- "$3" && repository commit -q -m 'An empty program' || exit 1
fi
printf '%s' "$CUDA_VISIBLE_DEVICES"
`;

/** Makes an experiment's folder from its branch, as `git worktree add` does, but without its many processes. */
const folder = `
clear_folder() {
  [ -d sessions ] && [ ! -L sessions ] && [ -w sessions ] || { wipe sessions; mkdir sessions || exit 1; }
  wipe "$session" ".git/worktrees/$id" ".git/refs/heads/$id"
}
make_folder() {
  mkdir -p "$session" ".git/worktrees/$id" &&
  printf 'ref: refs/heads/%s\\n' "$id" > ".git/worktrees/$id/HEAD" &&
  printf '../..\\n' > ".git/worktrees/$id/commondir" &&
  printf '%s/.git\\n' "$session" > ".git/worktrees/$id/gitdir" &&
  printf 'gitdir: %s/.git/worktrees/%s\\n' "$code" "$id" > "$session/.git" &&
  worktree read-tree --reset -u HEAD && printf '%s\\n' "$1" > ".git/worktrees/$id/ready"
}
print_commit() {
  { read -r commit < "$code/.git/refs/heads/$id" || commit=$(worktree rev-parse HEAD); } 2>/dev/null
  printf '%s\\n' "$commit" && worktree ls-tree -r -l -z HEAD
}
`;

/**
 * `$3` is the commit to start from, empty for none, `$4` the version to be written. Makes the experiment's branch and folder
 * unless they are there for this version. Prints `lost` when the commit no longer exists.
 */
export const beginScript = `${prelude}${folder}
cd "$code" || exit 1
[ -d "$session" ] && [ ! -L "$session" ] && read -r version 2>/dev/null < ".git/worktrees/$id/ready" && [ "$version" = "$4" ] && exit 0
clear_folder
if [ -z "$3" ] || ! repository update-ref "refs/heads/$id" "$3" 2>/dev/null; then
  [ -z "$3" ] || printf 'lost\\n'
  repository update-ref "refs/heads/$id" refs/heads/main || exit 1
fi
make_folder "$4"
`;

/**
 * `$3` is a stream for `git fast-import` with a commit of the experiment's branch, `$4` the version that it is. Makes the
 * folder from scratch, and prints the commit and its files, as `commitScript` does.
 */
export const saveScript = `${prelude}${folder}
cd "$code" || exit 1
clear_folder
repository fast-import --quiet --force --date-format=now < "$3" >/dev/null
made=$?
rm -f "$3" .git/fast_import_crash_*
[ $made = 0 ] && make_folder "$4" && print_commit
`;

/**
 * `$3` is the message. Prints the commit and its files, as `ls-tree` does. Repositories inside become ordinary files, and
 * large files are left out.
 */
export const commitScript = `${prelude}${folder}
cd "$session" || exit 1
find . -mindepth 2 -name .git -prune -exec rm -rf {} +
find . -type f -size +20480k ! -path './.git/*' | sed 's/^[.]//' > "$code/.git/worktrees/$id/large"
worktree -c core.excludesFile="$code/.git/worktrees/$id/large" add -A &&
worktree commit -q --allow-empty -m "$3" || exit 1
[ -s "$code/.git/worktrees/$id/large" ] && settle
print_commit
`;

/** `$3` is a file that a program was to write. Prints what is there instead. */
export const describeScript = `
if [ -L "$3" ]; then echo link; elif [ -f "$3" ]; then echo file; elif [ -e "$3" ]; then echo other; else echo none; fi
`;

const hash = `
is_small() { [ -f "$1" ] && [ -z "$(find "$1" -size +1048576k)" ]; }
hash() { if is_small "$1"; then sha256sum < "$1" | cut -d ' ' -f 1; else echo large; fi; }
`;

/**
 * `$3` is a file, `$4` the submission, `$5` the commit that made it, if any, `$6` the file's hash. Puts the file into the
 * submission's place at once, never in part, then the program's files into `best_solution`. Refuses a file with another hash.
 */
export const bankScript = `${prelude}${hash}
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

/** `$3` is a file. Removes it, even from a folder that a program has closed. */
export const removeScript = `${prelude}
rm -rf "$3" 2>/dev/null || { chmod u+rwx "$(dirname "$3")"; wipe "$3"; }
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

/**
 * `$3` is the folder for a program's outputs, `$4` is set when a program may have changed its own files; the command of the
 * program follows. Puts these files back as they were committed, empties the folder and becomes the program. Ends with
 * `notStarted` and says nothing when it cannot. The program sees none of our variables.
 */
export const notStarted = 121;
export const programScript = `
if [ -n "$4" ]; then (${prelude}settle) >/dev/null 2>&1 || exit ${notStarted}; fi
above=$(dirname "$3"); [ -L "$above" ] && rm -f "$above"
rm -rf "$3" 2>/dev/null || { chmod -R u+rwX "$3" 2>/dev/null; rm -rf "$3" 2>/dev/null; }
mkdir -p "$3" 2>/dev/null && cd "$1/sessions/$2" 2>/dev/null || exit ${notStarted}
shift 4; exec "$@"
`;
