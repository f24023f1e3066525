const mark = "SKIPPED: ";

/**
 * Reports why tests are skipped and how to enable them, for the summary at the end. With `CI=true` this is a failure, so that a
 * test that never runs is not mistaken for one that passes.
 */
export function cannotTest(reason: string): void {
  if (process.env.CI === "true") throw new Error(reason);
  skipping(reason);
}

/** The same for data that cannot be installed: never a failure. */
export function skipping(reason: string): void {
  console.warn(`${mark}${reason}`);
}

/** The reasons in what a test file printed. */
export function skipReasons(printed: string): string[] {
  return printed.split("\n").flatMap((line) => (line.startsWith(mark) ? [line.slice(mark.length)] : []));
}
