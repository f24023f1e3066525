/**
 * How every script begins that works on the git repository of a search. The scripts run inside the sandbox, because everything in
 * the repository, its configuration included, belongs to the agent. `$1` is the code folder, `$2` the experiment; `$MLEBENCH_LEFT` names
 * experiments whose programs have ended, which are tidied up in passing. Those whose files are lost are printed.
 *
 * Git is told where the repository is and never looks for one: without isolation, the folders above may be in another one.
 * Its configuration is written again each time, because one that a program wrote could have git start any command. Programs
 * may also have closed folders, and put links or pipes where git or we expect files. Nothing is flushed to the disk: what
 * counts is in the run's journal, and the repository can be made again from it.
 */
export const prelude = `
code=$1 id=$2
session=$code/sessions/$id
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 GIT_TERMINAL_PROMPT=0 GIT_OPTIONAL_LOCKS=0 GIT_COMMON_DIR=$code/.git LC_ALL=C
wipe() { rm -rf "$@" 2>/dev/null || { chmod -R u+rwX "$@" 2>/dev/null; rm -rf "$@"; }; }
with() { git -c core.hooksPath=/dev/null -c core.fsmonitor=false -c core.fsync=none -c gc.auto=0 -c maintenance.auto=false \\
  -c commit.gpgSign=false -c user.name=mlebench -c user.email=search@localhost -c init.defaultBranch=main -c safe.directory='*' \\
  -c core.autocrlf=false "$@"; }
repository() { GIT_DIR=$code/.git GIT_WORK_TREE=$code with "$@"; }
worktree() { GIT_DIR=$code/.git/worktrees/$id GIT_WORK_TREE=$session with "$@"; }
settle() { [ -e "$code/.git/worktrees/$id/ready" ] && [ ! -L "$session" ] && changes=$(worktree status --porcelain --ignored) || return 1
  [ -z "$changes" ] || { worktree reset -q --hard && worktree clean -ffdxq; }; }
find "$code/.git" "$session" '(' -type p -o -path "$code/.git*" ! -type f ! -type d ')' -exec rm -f {} + 2>/dev/null
[ -d "$code/.git" ] && wipe "$code/.git/config" &&
  printf '[core]\\n\\trepositoryformatversion = 0\\n\\tbare = false\\n\\tlogallrefupdates = true\\n' > "$code/.git/config"
for each in $MLEBENCH_LEFT; do
  ( id=$each session=$code/sessions/$each
  find "$session" -type p -exec rm -f {} + && settle ) >/dev/null 2>&1 || printf 'lost %s\\n' "$each"
done
`;
