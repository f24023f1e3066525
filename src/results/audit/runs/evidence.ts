import type { AuditFinding, Severity } from "../finding.ts";
import { type FoundLine, surroundings } from "./scan-text.ts";
import type { Secrets } from "./secrets.ts";

/** What a finding about texts says, whatever the places are. */
export interface Suspicion {
  readonly check: string;
  readonly severity: Severity;
  readonly what: string;
  readonly howToCheck: string;
}

interface Heap {
  suspicion: Suspicion;
  readonly quotes: Map<string, string>;
  count: number;
}

const mostQuotes = 3;
const longestQuote = 160;
const longestLead = 60;
/** Lines beyond these are counted, but not compared with each other. */
const mostRemembered = 10_000;
const ranks: Readonly<Record<Severity, number>> = { high: 0, medium: 1, low: 2 };

/** Collects suspicious lines of one run: one finding for each suspicion, with a few of its lines, without secrets. */
export class Evidence {
  readonly #heaps = new Map<string, Heap>();
  readonly #seen = new Set<string>();
  readonly #run: string;
  readonly #secrets: Secrets;

  constructor(run: string, secrets: Secrets) {
    this.#run = run;
    this.#secrets = secrets;
  }

  /** A line that says the same as an earlier one counts once: logs repeat what journals have. */
  add(suspicion: Suspicion, file: string, found: FoundLine): void {
    const quote = this.#quote(found);
    // The severity of a suspicion differs from line to line.
    const about = `${suspicion.check} ${suspicion.what}`;
    const key = `${about} ${quote}`;
    if (this.#seen.has(key)) return;
    if (this.#seen.size < mostRemembered) this.#seen.add(key);
    const heap = this.#heaps.get(about) ?? { suspicion, quotes: new Map(), count: 0 };
    this.#heaps.set(about, heap);
    if (ranks[suspicion.severity] < ranks[heap.suspicion.severity]) {
      // The gravest lines are shown.
      heap.suspicion = suspicion;
      heap.quotes.clear();
    }
    heap.count += 1;
    const isShown = ranks[suspicion.severity] <= ranks[heap.suspicion.severity];
    if (isShown && heap.quotes.size < mostQuotes) heap.quotes.set(`${file}:${found.line}`, quote);
  }

  findings(): AuditFinding[] {
    return [...this.#heaps.values()].map(({ suspicion, quotes, count }) => {
      const shown = [...quotes].map(([place, quote]) => `${place}: ${quote}`);
      const more = count > shown.length ? [`${count - shown.length} more`] : [];
      return {
        check: suspicion.check,
        severity: suspicion.severity,
        what: suspicion.what,
        where: `${this.#run}, ${quotes.keys().next().value}`,
        evidence: [...shown, ...more].join("; "),
        howToCheck: suspicion.howToCheck,
      };
    });
  }

  /** What was found, with a little of the line before and more of what follows. */
  #quote({ text, at, isCut }: FoundLine): string {
    const blanked = this.#secrets.blank(text);
    const half = surroundings / 2;
    const from = Math.max(isCut.start ? half : 0, this.#secrets.blank(text.slice(0, at)).length - longestLead);
    const to = Math.min(blanked.length - (isCut.end ? half : 0), from + longestQuote);
    const plain = blanked.slice(from, to).replaceAll(/\s+/g, " ").trim();
    return `${isCut.start || from > 0 ? "..." : ""}${plain}${isCut.end || to < blanked.length ? "..." : ""}`;
  }
}
