import type { CommandUnknownOpts, Option } from "@commander-js/extra-typings";

/** The values that a declaration's placeholder stands for, such as `id` in `<id>`. */
export type ValuesOf = (placeholder: string, typed: string) => readonly string[];

/** A shell would split, expand or hide other names. */
const safeWord = /^[\w./@%+,=-]+$/;

/**
 * What could stand in the place of the last word, according to the declarations of the commands.
 *
 * @param words What was typed after the program's name. The last word may be empty or incomplete.
 */
export function complete(program: CommandUnknownOpts, words: readonly string[], valuesOf: ValuesOf): string[] {
  // Bash makes a word of each `=`.
  const typed = words.filter((word) => word !== "=");
  const isAfterEquals = words.at(-1) === "=";
  const last = isAfterEquals ? "" : (typed.at(-1) ?? "");
  const before = isAfterEquals ? typed : typed.slice(0, -1);
  if (before.includes("--")) return [];
  const { command, option, position } = readWords(program, before);
  const isValue = option !== null && !last.startsWith("-");
  const candidates = isValue
    ? valuesOfOption(option, last, valuesOf)
    : candidatesFor(command, position, last, valuesOf);
  return [...new Set(candidates)].filter((each) => each.startsWith(last) && safeWord.test(each)).sort();
}

/** The command that the words lead to, the option that waits for a value, and how many arguments there are. */
function readWords(program: CommandUnknownOpts, words: readonly string[]) {
  let command = program;
  let option: Option | null = null;
  let position = 0;
  for (const word of words) {
    if (word.startsWith("-")) {
      const found = findOption(command, word);
      option = found !== undefined && (found.required || found.optional) ? found : null;
    } else if (option !== null) {
      if (!option.variadic) option = null;
    } else {
      const inner = position === 0 ? command.commands.find((each) => each.name() === word) : undefined;
      if (inner === undefined) position += 1;
      else command = inner;
    }
  }
  return { command, option, position };
}

function findOption(command: CommandUnknownOpts, name: string): Option | undefined {
  return command.options.find(({ long, short }) => long === name || short === name);
}

function candidatesFor(
  command: CommandUnknownOpts,
  position: number,
  typed: string,
  valuesOf: ValuesOf,
): readonly string[] {
  const [name, value] = [typed.split("=")[0]!, typed.includes("=") ? typed.slice(typed.indexOf("=") + 1) : null];
  if (name.startsWith("-") && value !== null) {
    const option = findOption(command, name);
    return option === undefined ? [] : valuesOfOption(option, value, valuesOf).map((each) => `${name}=${each}`);
  }
  if (typed.startsWith("-")) return [...command.options.flatMap(({ long }) => long ?? []), "--help"];
  const inner = position === 0 ? command.commands.map((each) => each.name()) : [];
  const argument =
    command.registeredArguments[position] ?? command.registeredArguments.findLast(({ variadic }) => variadic);
  return [...inner, ...(argument?.argChoices ?? (argument === undefined ? [] : valuesOf(argument.name(), typed)))];
}

function valuesOfOption({ argChoices, flags }: Option, typed: string, valuesOf: ValuesOf): readonly string[] {
  const placeholder = /[<[]([^>\]]+?)(?:\.{3})?[>\]]/.exec(flags)?.[1] ?? "";
  return argChoices ?? valuesOf(placeholder, typed);
}
