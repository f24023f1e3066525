import { mkdirSync, writeFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { bubblewrapSandboxes } from "../../../src/sandboxes/bubblewrap/bubblewrap.ts";
import { hasBubblewrap } from "../../support/bubblewrap.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const place = temporaryDirectory();
const folder = (name: string): string => {
  mkdirSync(place(name));
  writeFileSync(place(name, "train.csv"), `rows of ${name}\n`);
  return place(name);
};
const publicData = folder("public");
const rehearsals = [folder("rehearsal-0"), folder("rehearsal-1")] as const;
const other = folder("other");

describe.skipIf(!hasBubblewrap)("a command on a rehearsal", async () => {
  const sandbox = await bubblewrapSandboxes().open({
    name: "test",
    publicData,
    workspace: place("workspace"),
    readOnly: { "/home/rehearsal": rehearsals[0], "/home/rehearsal-1": rehearsals[1], "/home/other": other },
    rehearsalData: rehearsals,
    hidden: [],
    network: "none",
    limits: {},
  });
  afterAll(() => sandbox.dispose());
  const look = async (rehearsal?: string): Promise<string> => {
    const all = ["sh", "-c", "cd /home && for each in */train.csv; do cat $each; done; ls"];
    return (await sandbox.run(all, rehearsal === undefined ? {} : { rehearsal })).output;
  };
  const [ordinary, first, second] = [await look(), await look("/home/rehearsal"), await look("/home/rehearsal-1")];

  test("finds its data in the place of the competition's", () => {
    expect(first).toContain("rows of rehearsal-0\nrows of other\nrows of rehearsal-0\n");
    expect(second).toContain("rows of rehearsal-1\nrows of other\nrows of rehearsal-1\n");
  });

  test("sees neither the competition's data nor another rehearsal", () => {
    expect(first).not.toMatch(/public|rehearsal-1/);
    expect(second).not.toMatch(/public|rehearsal-0/);
  });

  test("changes nothing for other commands", () => {
    expect(ordinary).toContain("rows of public\nrows of other\nrows of rehearsal-1\nrows of rehearsal-0\n");
  });

  test("can only be on a rehearsal of the run", async () => {
    await expect(look("/home/other")).rejects.toThrow("/home/other is not a rehearsal's data.");
  });
});
