/** The hash of no text, to which text is added. */
export const emptyHash = 0x811c9dc5;

/** A hash with text added (FNV-1a over UTF-16 units): that of `a` with `b` added is that of `ab`. */
export function addToHash(hash: number, text: string, from = 0, to = text.length): number {
  let result = hash;
  for (let at = from; at < to; at += 1) result = addCode(result, text.charCodeAt(at));
  return result;
}

export function addCode(hash: number, code: number): number {
  return Math.imul(hash ^ code, 0x01000193);
}

/** The hash as a whole number below 2^32 whose low bits depend on all of the text. */
export function finishHash(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (mixed ^ (mixed >>> 13)) >>> 0;
}
