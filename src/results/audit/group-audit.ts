import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { writeFileAtomically } from "../../lib/files/replace-file.ts";
import { readHead } from "../../lib/journal/read-journal.ts";
import { groupFiles } from "../../runs/record/run-folder.ts";
import { severities } from "./finding.ts";

/** What an audit of a run group has left beside it, as far as reports mention it. */
export interface KnownAudit {
  /** The command that wrote it, such as `runs`. */
  readonly audit: string;
  readonly file: string;
  /** How many findings there are of each severity. */
  readonly findings: { readonly high: number; readonly medium: number; readonly low: number };
  /** Whether the group has changed since. */
  readonly isOutdated: boolean;
}

const written = z.looseObject({
  head: z.string(),
  findings: z.array(z.looseObject({ severity: z.enum(severities) })),
});

/** Where an audit of a group goes: beside its folder, which nothing may change. */
function auditFile(group: string, audit: string): string {
  return `${group}.audit-${audit}.json`;
}

/** Writes the findings about a group beside it, with the hash of the journal that they are about. */
export async function writeGroupAudit(group: string, audit: string, content: object): Promise<string> {
  const file = auditFile(group, audit);
  const head = readHead(join(group, groupFiles.events));
  await writeFileAtomically(file, `${JSON.stringify({ ...content, head }, null, 2)}\n`);
  return file;
}

/** The audits of a group. Files that are not audits of ours are passed over. */
export function readGroupAudits(group: string): KnownAudit[] {
  const start = `${basename(group)}.audit-`;
  const names = readdirSync(dirname(group)).filter((name) => name.startsWith(start) && name.endsWith(".json"));
  const head = names.length === 0 ? "" : readHead(join(group, groupFiles.events));
  return names.sort().flatMap((name) => {
    const file = join(dirname(group), name);
    const read = parse(file);
    if (read === null) return [];
    const count = (wanted: string): number => read.findings.filter(({ severity }) => severity === wanted).length;
    return [
      {
        audit: name.slice(start.length, -".json".length),
        file,
        findings: { high: count("high"), medium: count("medium"), low: count("low") },
        isOutdated: read.head !== head,
      },
    ];
  });
}

function parse(file: string): z.infer<typeof written> | null {
  try {
    return written.safeParse(JSON.parse(readFileSync(file, "utf8"))).data ?? null;
  } catch {
    return null;
  }
}
