/** The beginning and the end of a long text, with a remark between them. A text that fits stays as it is. */
export function shortenMiddle(text: string, most: number, remark: (leftOut: number) => string): string {
  if (text.length <= most) return text;
  const half = Math.floor(most / 2);
  const [head, tail] = [text.slice(0, half), text.slice(text.length - half)];
  // A cut through a surrogate pair would leave a character that no provider accepts.
  const whole = (part: string): string => Buffer.from(part).toString();
  return `${whole(head)}\n${remark(text.length - 2 * half)}\n${whole(tail)}`;
}
