export type Shell = "bash" | "zsh" | "fish";

/** What each shell evaluates. All of them ask the program itself, and complete file names where it knows nothing. */
export const completionScripts: Readonly<Record<Shell, string>> = {
  bash: `# mlebench: completion for bash. Add to ~/.bashrc: source <(mlebench completion bash)
_mlebench() {
  local IFS=$'\\n'
  COMPREPLY=($("$1" completion bash -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -o bashdefault -F _mlebench mlebench`,
  zsh: `#compdef mlebench
# mlebench: completion for zsh. Add to ~/.zshrc, after compinit: source <(mlebench completion zsh)
_mlebench() {
  local -a candidates
  candidates=(\${(f)"$("\${words[1]}" completion zsh -- "\${(@)words[2,CURRENT]}" 2>/dev/null)"})
  if (( \${#candidates} )); then compadd -- "\${candidates[@]}"; else _files; fi
}
if [[ "\${funcstack[1]}" == _mlebench ]]; then _mlebench "$@"; else compdef _mlebench mlebench; fi`,
  fish: `# mlebench: completion for fish. Save it: mlebench completion fish > ~/.config/fish/completions/mlebench.fish
function __mlebench_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l found ($words[1] completion fish -- $words[2..-1] 2>/dev/null)
    if test (count $found) -gt 0
        printf '%s\\n' $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c mlebench -f -a '(__mlebench_complete)'`,
};
