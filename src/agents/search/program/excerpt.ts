import { readableOutput } from "../../react/output/readable-output.ts";
import { shortenMiddle } from "../../react/output/shorten-middle.ts";

/** How many characters of an output prompts may show, and of its last traceback. */
const most = 6000;
const mostOfTraceback = 3000;

const traceback = "Traceback (most recent call last):";

/** The beginning and the end of a program's output, and the last traceback where that is neither. */
export function excerptOf(output: string): string {
  const text = readableOutput(output);
  const short = shortenMiddle(text, most, (left) => `[... ${left} characters left out ...]`);
  const begin = text.lastIndexOf(traceback);
  if (begin === -1 || short.includes(text.slice(begin, begin + mostOfTraceback))) return short;
  const shown = shortenMiddle(text.slice(begin, begin + most), mostOfTraceback, () => "[...]");
  return `${short}\n[The last traceback:]\n${shown}`;
}
