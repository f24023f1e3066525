import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { verifyGroup } from "../../../src/runs/verification/verify-group.ts";
import { makeRunGroup } from "../../support/make-run-group.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const place = temporaryDirectory();
const run = "a_seed-0";
const make = async (folder: string, code: readonly string[]): Promise<string> => {
  await makeRunGroup(folder, { competitions: ["a"], seeds: [0], run: () => ({ code }) });
  return folder;
};

test("no name of a sealed file raises a false alarm", async () => {
  const separators = [
    "line\u2028separator",
    "paragraph\u2029separator",
    "new\nline",
    "carriage\rreturn",
    "next\u0085line",
  ];
  const escapes = ["back\\slash", "\\", "\\n", "ends with\\", "*", " blanks ", "tab\t", "escape\u001b[31m"];
  const unicode = [
    "\ufeffmark",
    "e\u0301 \u00e9",
    "\u202eright to left",
    "\u{1f600}",
    "replaced \ufffd",
    "zero\u200bwidth",
  ];
  const words = ["__proto__", "constructor", "..x", "x..", "...", "-rf", ".x.writing-0123abcd", `${"0".repeat(64)}  x`];
  const folder = await make(place("odd"), [...separators, ...escapes, ...unicode, ...words]);
  expect((await verifyGroup(folder)).problems).toEqual([]);
});

test("an added file whose name is not UTF-8 does not pass for one that looks the same", async () => {
  const folder = await make(place("look-alike"), ["x\ufffd"]);
  const code = Buffer.from(`${join(folder, run, "code")}/`);
  writeFileSync(Buffer.concat([code, Buffer.from([0x78, 0xff])]), "new");
  expect((await verifyGroup(folder)).problems).toMatchObject([{ file: `${run}/code/x\ufffd` }]);
});

test("a file in an added folder whose name is not UTF-8 is found", async () => {
  const folder = await make(place("folder"), []);
  const added = Buffer.concat([Buffer.from(`${join(folder, run, "code")}/`), Buffer.from([0xff])]);
  mkdirSync(added);
  writeFileSync(Buffer.concat([added, Buffer.from("/x")]), "new");
  expect((await verifyGroup(folder)).problems).toMatchObject([{ file: `${run}/code/\ufffd/x` }]);
});
