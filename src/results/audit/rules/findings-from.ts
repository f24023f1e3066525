import type { AuditFinding } from "../finding.ts";
import type { Claim } from "./ask.ts";
import { findQuote } from "./check-quote.ts";
import type { Heard } from "./hear.ts";
import { plainClaims } from "./plain-claims.ts";
import type { Reading } from "./plan-reading.ts";
import { questions, type RuleQuestion } from "./questions.ts";

interface Shown {
  readonly place: string;
  readonly quote: string;
  readonly why: string;
}

const mostQuotes = 3;
const longest = 200;

/** One finding for each run and question. A claim counts if its quote is in the file that it names. */
export function findingsFrom(
  readings: readonly Reading[],
  heard: readonly Heard[],
): { readonly findings: AuditFinding[]; readonly dropped: number } {
  const proven = new Map<string, { run: string; rule: RuleQuestion; shown: Map<string, Shown> }>();
  let dropped = 0;
  for (const [index, { chunk, runs }] of readings.entries()) {
    const each = heard[index]!;
    for (const claim of [...plainClaims(chunk), ...(each.kind === "claims" ? each.claims : [])]) {
      const isKnown = questions.some(({ id }) => id === claim.question);
      const found = isKnown ? findQuote(chunk, claim.file, claim.quote) : null;
      if (found === null) dropped += 1;
      else for (const run of runs) add(run, claim, `${claim.file}:${found.line}`);
    }
  }
  return {
    findings: [...proven.values()].map(({ run, rule, shown }) => describe(run, rule, [...shown.values()])),
    dropped,
  };

  function add(run: string, { question, quote, why }: Claim, place: string): void {
    const key = `${run} ${question}`;
    const rule = questions.find(({ id }) => id === question)!;
    const known = proven.get(key) ?? { run, rule, shown: new Map() };
    proven.set(key, known);
    // Chunks overlap, so the same place may be reported twice.
    if (!known.shown.has(place)) known.shown.set(place, { place, quote, why });
  }
}

function describe(run: string, rule: RuleQuestion, shown: readonly Shown[]): AuditFinding {
  const quotes = shown
    .slice(0, mostQuotes)
    .map(({ place, quote, why }) => `${place}: "${short(quote)}" (${short(why)})`);
  const more = shown.length > mostQuotes ? [`${shown.length - mostQuotes} more`] : [];
  return {
    check: rule.id,
    severity: rule.severity,
    what: rule.what,
    where: `${run}, ${shown[0]!.place}`,
    evidence: [...quotes, ...more].join("; "),
    howToCheck: "Read the file around the quote. The quote is there; what it means is the model's opinion.",
  };
}

function short(text: string): string {
  const plain = text.replaceAll(/\s+/g, " ").trim();
  return plain.length > longest ? `${plain.slice(0, longest)}...` : plain;
}
