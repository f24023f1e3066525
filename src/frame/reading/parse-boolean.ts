const [trueBytes, falseBytes] = [Buffer.from("true"), Buffer.from("false")];

/** 1 for `true` and 0 for `false`, in any case; null for anything else. */
export function parseBoolean(bytes: Buffer, start: number, end: number): 0 | 1 | null {
  if (end - start === 4) return isWord(bytes, start, trueBytes) ? 1 : null;
  return end - start === 5 && isWord(bytes, start, falseBytes) ? 0 : null;
}

/** Whether the bytes at `start` spell the word, in any case. */
function isWord(bytes: Buffer, start: number, word: Buffer): boolean {
  for (let at = 0; at < word.length; at += 1) if ((bytes[start + at]! | 32) !== word[at]) return false;
  return true;
}
