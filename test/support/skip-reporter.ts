import type { Reporter, TestModule } from "vitest/node";
import { skipReasons } from "./skips.ts";

/** Ends every run of tests with what was not run and how to run it. */
export class SkipReporter implements Reporter {
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
    const skipped = tests.filter((test) => test.result().state === "skipped");
    for (const test of skipped) {
      const result = test.result();
      if (result.state === "skipped" && result.note) this.#reasons.add(result.note);
    }
    const ran = new Set(modules.map(({ project }) => project.name));
    const others = this.#suites.filter((suite) => !ran.has(suite)).map((suite) => `npm run test:${suite}`);
    const lines = [
      ...(skipped.length === 0 ? [] : [`SKIPPED: ${skipped.length} tests`]),
      ...[...this.#reasons].sort().map((reason) => `  - ${reason}`),
      ...(others.length === 0 ? [] : [`Suites that did not run: ${others.join(", ")}`]),
    ];
    process.stdout.write(`${lines.join("\n")}\n`);
  }
}
