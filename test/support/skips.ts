const mark = "SKIPPED: ";

/**
 * Says why tests are skipped and how to have them run, for the summary at the end. Where `CI` is set it is a failure instead,
 * so that a test that never runs is not mistaken for one that passes.
 */
export function cannotTest(reason: string): void {
  if (process.env.CI === "true") throw new Error(reason);
  skipping(reason);
}

/** The same for what no machine can install: never a failure. */
export function skipping(reason: string): void {
  console.warn(`${mark}${reason}`);
}

/** The reasons in what a test file printed. */
export function skipReasons(printed: string): string[] {
  return printed.split("\n").flatMap((line) => (line.startsWith(mark) ? [line.slice(mark.length)] : []));
}
