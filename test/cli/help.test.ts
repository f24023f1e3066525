import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { describe, expect, test } from "vitest";
import { program } from "../../src/cli/program.ts";

const commandsBelow = (command: CommandUnknownOpts): CommandUnknownOpts[] =>
  command.commands.flatMap((each) => [each, ...commandsBelow(each)]);
const commands = commandsBelow(program);

const find = (command: CommandUnknownOpts, name: string | undefined): CommandUnknownOpts | undefined =>
  command.commands.find((each) => each.name() === name);

/** What `--help` prints. */
function helpOf(command: CommandUnknownOpts): string {
  let text = "";
  command.configureOutput({
    writeOut: (piece) => {
      text += piece;
    },
  });
  command.outputHelp();
  return text;
}

describe("help", () => {
  test("describes every command, argument and option with a capital letter and without a full stop", () => {
    const texts = commands.flatMap((command) => [
      command.description(),
      ...[...command.registeredArguments, ...command.options].map(({ description }) => description),
    ]);
    expect(texts.length).toBeGreaterThan(100);
    // Options of one sandbox begin with its name.
    expect(texts.filter((text) => !/^([A-Z/]|docker: )/.test(text) || text.endsWith("."))).toEqual([]);
  });

  test("has examples with options that exist", () => {
    const examples = commands.flatMap((command) => [...helpOf(command).matchAll(/^ {2}\$ mlebench (.+)$/gm)]);
    expect(examples.length).toBeGreaterThan(10);
    for (const [, example] of examples) {
      const words = example!.split(" ");
      let command: CommandUnknownOpts = program;
      for (let next = find(command, words[0]); next !== undefined; next = find(command, words[0])) {
        words.shift();
        command = next;
      }
      expect(
        command.parseOptions(words).unknown.filter((word) => word.startsWith("-")),
        example,
      ).toEqual([]);
    }
  });
});
