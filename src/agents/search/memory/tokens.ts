/** English text and code have about four bytes per token; other scripts have more bytes and more tokens. */
const bytesPerToken = 4;

/** About how many tokens a text has: enough to keep prompts within their caps, and far cheaper than a tokenizer. */
export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / bytesPerToken);
}

/** The beginning and the end of a text, within a number of tokens. */
export function cutToTokens(text: string, most: number): string {
  if (estimateTokens(text) <= most) return text;
  const remark = "\n[... left out ...]\n";
  const bytes = Buffer.from(text);
  const room = Math.max(0, most * bytesPerToken - remark.length);
  const head = whole(bytes.subarray(0, Math.ceil(room / 2)), "end");
  const tail = whole(bytes.subarray(bytes.length - Math.floor(room / 2)), "start");
  return `${head}${remark}${tail}`;
}

/** Text without the character that a cut went through. */
function whole(bytes: Buffer, cutAt: "start" | "end"): string {
  return bytes.toString().replace(cutAt === "start" ? /^\uFFFD+/ : /\uFFFD+$/, "");
}
