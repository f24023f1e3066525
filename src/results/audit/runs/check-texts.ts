import type { AuditFinding } from "../finding.ts";
import type { AuditedRun, GivenData } from "./audited-run.ts";
import { Evidence } from "./evidence.ts";
import { type FoundLine, scanFile, scanText } from "./scan-text.ts";
import type { Secrets } from "./secrets.ts";
import { type TextRule, textRules } from "./text-rules.ts";
import { type RunText, textsOfRun } from "./texts-of-run.ts";

export interface TextsChecked {
  readonly findings: AuditFinding[];
  readonly files: number;
  readonly bytes: number;
}

/** Looks through everything that a run's agent wrote: for paths of answers, for Kaggle, for secrets. */
export async function checkTexts(run: AuditedRun, given: GivenData, secrets: Secrets): Promise<TextsChecked> {
  const evidence = new Evidence(run.name, secrets);
  const rules = textRules(run, given);
  const sieve = sieveFor(rules);
  const files = new Set<string>();
  let bytes = 0;
  for await (const text of textsOfRun(run.folder)) {
    files.add(text.file);
    bytes += text.bytes;
    if (text.voice !== "prompt") {
      for await (const found of linesOf(text, sieve)) judge(text, found, rules, given, evidence);
    }
    for await (const found of linesOf(text, secrets.pattern)) judgeSecret(text, found, secrets, evidence);
  }
  return { findings: evidence.findings(), files: files.size, bytes };
}

/** One pass finds the lines that any rule could be about. */
function sieveFor(rules: readonly TextRule[]): RegExp {
  return new RegExp(rules.map(({ pattern }) => pattern.source).join("|"), "giu");
}

async function* linesOf({ content }: RunText, sieve: RegExp): AsyncGenerator<FoundLine> {
  if ("path" in content) yield* scanFile(content.path, sieve);
  else for (const found of scanText(content.text, sieve)) yield { ...found, line: content.line };
}

function judge(
  { file, voice }: RunText,
  found: FoundLine,
  rules: readonly TextRule[],
  given: GivenData,
  evidence: Evidence,
): void {
  if (voice === "prompt" || given.lines.has(found.text.trim())) return;
  for (const rule of rules) {
    if (!rule.pattern.test(found.text) || rule.isSuspicious?.(found.text, voice) === false) continue;
    evidence.add({ ...rule, severity: rule.severity[voice] }, file, found);
  }
}

function judgeSecret({ file }: RunText, found: FoundLine, secrets: Secrets, evidence: Evidence): void {
  for (const kind of secrets.kindsIn(found.text)) {
    evidence.add(
      {
        check: "secret",
        severity: "high",
        what: `The run's files hold a secret (${kind}), shown as ***.`,
        howToCheck:
          "Revoke the key, then find out how the agent came by it. Do not publish the run's files as they are.",
      },
      file,
      found,
    );
  }
}
