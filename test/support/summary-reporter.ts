import type { Reporter, TestCase, TestModule } from "vitest/node";
import { skipReasons } from "./skips.ts";

/** Ends every run of tests with what was skipped, how to enable it, which suites did not run, and the counts. */
export class SummaryReporter implements Reporter {
  readonly #suites: readonly string[];
  readonly #reasons = new Set<string>();

  constructor(suites: readonly string[]) {
    this.#suites = suites;
  }

  onUserConsoleLog({ content }: { content: string }): void {
    for (const reason of skipReasons(content)) this.#reasons.add(reason);
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    for (const test of tests) this.#addNote(test);
    const ran = new Set(modules.map(({ project }) => project.name));
    const others = this.#suites.filter((suite) => !ran.has(suite)).map((suite) => `npm run test:${suite}`);
    const count = (state: string): number => tests.filter((test) => test.result().state === state).length;
    const lines = [
      ...(this.#reasons.size === 0 ? [] : ["SKIPPED, because"]),
      ...[...this.#reasons].sort().map((reason) => `  - ${reason}`),
      ...(others.length === 0 ? [] : [`Suites that did not run: ${others.join(", ")}`]),
      `${count("passed")} passed, ${count("failed")} failed, ${count("skipped")} skipped`,
    ];
    process.stdout.write(`${lines.join("\n")}\n`);
  }

  #addNote(test: TestCase): void {
    const result = test.result();
    if (result.state === "skipped" && result.note) this.#reasons.add(result.note);
  }
}
