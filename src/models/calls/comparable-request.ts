/** Members of a request that say who asks, or help the provider's cache. No model sees them. */
const unseen = ["metadata", "client_metadata", "prompt_cache_key", "safety_identifier", "user", "labels"];

const weekday = "(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?";
const month =
  "(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|" +
  "Nov(?:ember)?|Dec(?:ember)?)";

/** What a program that starts over says differently, and no answer depends on. */
const varying = new RegExp(
  [
    // Ids that were drawn at random: those in the agent's messages, and of the commands that Codex runs.
    "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",
    "\\bChunk ID: [0-9a-f]+",
    "\\bP(?:ID|GID|IDs):? \\d+",
    "\\b0x[0-9a-f]{6,}",
    // Days, times of day, and how long something took.
    "\\b\\d{4}-\\d{2}-\\d{2}(?:[T ]\\d{2}:\\d{2}(?::\\d{2}(?:[.,]\\d+)?)?(?:Z| ?[+-]\\d{2}:?\\d{2}\\b)?)?",
    `\\b(?:${weekday},? )?${month} {1,2}\\d{1,2}\\b(?:,? \\d{4}\\b)?`,
    "\\b\\d{1,2}/\\d{1,2}/\\d{4}\\b",
    "\\b\\d{1,2}:\\d{2}(?::\\d{2}(?:\\.\\d+)?)?\\b",
    "\\b(?:\\d+m)?\\d+(?:\\.\\d+)? ?(?:ms|s|secs?|seconds?|minutes?)\\b",
  ].join("|"),
  "gi",
);

/**
 * A program's request without what differs when the program starts over and does the same again. Two requests that are equal
 * in this form ask the same of a model.
 */
export function comparableRequest(request: unknown): unknown {
  if (typeof request !== "object" || request === null || request instanceof Uint8Array) return request;
  const seen = Object.entries(request).filter(([name]) => !unseen.includes(name));
  return withoutVarying(Object.fromEntries(seen));
}

function withoutVarying(value: unknown): unknown {
  const text = JSON.stringify(value, (_, inner) => (typeof inner === "string" ? inner.replace(varying, "~") : inner));
  return JSON.parse(text);
}
