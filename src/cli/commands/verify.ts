import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { UsageError } from "../../lib/errors.ts";
import { formatBytes } from "../../lib/format-bytes.ts";
import { groupFiles } from "../../runs/record/run-folder.ts";
import { defaultRunDirectory, type FoundRuns, findRuns } from "../../runs/state/find-runs.ts";
import type { Verification } from "../../runs/verification/verification.ts";
import { verifyGroup } from "../../runs/verification/verify-group.ts";
import { verifyRun } from "../../runs/verification/verify-run.ts";
import { exitCodes } from "../exit-codes.ts";
import { verificationJson } from "../json/verification-json.ts";
import { note, print, printJson } from "../output.ts";
import type { VerifyOptions } from "./verify.options.ts";

/** Of the problems on a terminal. */
const longestList = 50;

export async function run(names: readonly string[], options: VerifyOptions): Promise<number> {
  const { head } = options;
  if (head !== undefined && !/^[0-9a-f]{64}$/i.test(head)) {
    throw new UsageError(
      `--head: Expected the 64 hexadecimal digits that \`mlebench verify\` prints, found \`${head}\`.`,
    );
  }
  const directory = resolve(options.runDir ?? defaultRunDirectory());
  const found = names.map((name) => (isGroupWithoutPlan(name) ? group(name) : findRuns(name, directory)));
  if (head !== undefined && (found.length !== 1 || found[0]!.kind !== "group")) {
    throw new UsageError("--head belongs to one run group: give exactly that group.");
  }
  const check = await checkFor(found, options);
  const results: Verification[] = [];
  for (const each of found) {
    const result = each.kind === "group" ? await check(each.group) : await verifyRun(each.folder);
    results.push(result);
    if (!options.json) show(result);
  }
  if (options.json) printJson(results.map(verificationJson));
  return results.some(({ problems }) => problems.length > 0) ? exitCodes.failedItems : exitCodes.done;
}

/** How each group is verified. @throws UsageError before anything is verified when options or keys cannot be used. */
async function checkFor(
  found: readonly FoundRuns[],
  { head, sign, signedBy }: VerifyOptions,
): Promise<(group: string) => Promise<Verification>> {
  const plain = (group: string) => verifyGroup(group, head === undefined ? {} : { head });
  if (sign === undefined && signedBy === undefined) return plain;
  if ([head, sign, signedBy].filter((each) => each !== undefined).length > 1) {
    throw new UsageError("--head, --sign and --signed-by exclude each other: give one of them.");
  }
  if (found.some(({ kind }) => kind === "run")) {
    throw new UsageError("--sign and --signed-by belong to run groups: give the group that holds the run.");
  }
  const { readPrivateKey, readPublicKey } = await import("../../runs/verification/signing-keys.ts");
  const { signGroup, verifySignedGroup } = await import("../../runs/verification/group-signature.ts");
  if (signedBy !== undefined) {
    const key = readPublicKey(signedBy);
    return (group) => verifySignedGroup(group, key);
  }
  const key = readPrivateKey(sign!);
  return async (group) => {
    const result = await plain(group);
    if (result.problems.length > 0) note(`${group} was changed and is not signed.`);
    else note(`signed: ${await signGroup(result, key)}`);
    return result;
  };
}

/** A group is verified even when its plan was removed. */
function isGroupWithoutPlan(path: string): boolean {
  const journal = join(path, groupFiles.events);
  if (existsSync(join(path, groupFiles.plan)) || !existsSync(journal)) return false;
  return readFileSync(journal, "latin1").slice(0, 200).includes('"type":"planned"');
}

const group = (path: string): FoundRuns => ({ kind: "group", group: resolve(path) });

function show(verification: Verification): void {
  const { folder, kind, head, problems, notes, unchecked, runs, unfinished, files, bytes } = verification;
  const shown = [
    ...notes.map((each) => ({ ...each, mark: "note" })),
    ...problems.map((each) => ({ ...each, mark: "CHANGED" })),
  ];
  const listed = process.stderr.isTTY ? shown.slice(-longestList) : shown;
  if (listed.length < shown.length) note(`... ${shown.length - listed.length} more, see --json`);
  for (const { file, problem, mark } of listed) note(`${mark}  ${file}: ${problem}`);
  const counted =
    kind === "group"
      ? `${runs} run${runs === 1 ? "" : "s"}${unfinished > 0 ? `, ${unfinished} unfinished` : ""}, `
      : "";
  const verdict =
    problems.length === 0 ? "intact" : `CHANGED: ${problems.length} problem${problems.length === 1 ? "" : "s"}`;
  print(`${folder}: ${verdict} (${counted}${files} files, ${formatBytes(bytes)})`);
  print(`head ${head}`);
  if (unchecked !== null) note(unchecked);
}
