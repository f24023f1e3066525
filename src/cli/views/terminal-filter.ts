import { StringDecoder } from "node:string_decoder";

/** What may reach a terminal: text, line ends, tabs, carriage returns and colours. */
const allowed = /^\x1b\[[\d;]*m$/;
const sequences =
  /\x1b\[[0-?]*[ -/]*[@-~]|\x1b[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[ -/]*[0-Z\\^-~]|[\x00-\x08\x0b\x0c\x0e-\x1a\x1b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;
/** A sequence whose end has not come yet. */
const unfinished = /\x1b(?:\[[0-?]*[ -/]*|[\]PX^_][^\x07\x1b]*\x1b?|[ -/]*)?$/;
const longestHeld = 4096;

/**
 * Makes what an agent printed safe to show: it could otherwise move the cursor, rename the window, or make the terminal
 * answer as if the user had typed, or show text in another order. Colours stay. Pieces may be cut anywhere.
 */
export class TerminalFilter {
  readonly #decoder = new StringDecoder("utf8");
  #held = "";

  push(chunk: Buffer): string {
    const text = this.#held + this.#decoder.write(chunk);
    const cut = unfinished.exec(text)?.index ?? text.length;
    // A sequence that never ends is dropped.
    this.#held = text.length - cut > longestHeld ? "" : text.slice(cut);
    return text.slice(0, cut).replace(sequences, (found) => (allowed.test(found) ? found : ""));
  }

  /** The rest of the text, without unfinished sequences. */
  end(): string {
    this.#held = "";
    return this.#decoder.end().replace(sequences, "");
  }
}
