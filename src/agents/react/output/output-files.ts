import { posix } from "node:path";
import type { Sandbox } from "../../../contracts/sandbox.ts";
import { readableOutput } from "./readable-output.ts";
import { shortenMiddle } from "./shorten-middle.ts";

/** Shows outputs to the model: short ones as they are, of long ones the beginning and the end, with all of it in a file. */
export class OutputFiles {
  readonly #sandbox: Sandbox;
  readonly #most: number;
  readonly #prefix: string;

  /** @param options Most characters that the model sees, and how the names of the files begin. */
  constructor(sandbox: Sandbox, options: { readonly most: number; readonly prefix: string }) {
    this.#sandbox = sandbox;
    this.#most = options.most;
    this.#prefix = options.prefix;
  }

  /** @param name The file in the logs folder, if one is needed, after the prefix. */
  async show(output: string, name: string): Promise<string> {
    const text = readableOutput(output);
    if (text.length <= this.#most) return text;
    const file = posix.join(this.#sandbox.paths.logs, `${this.#prefix}-${name}`);
    // The disk may be full: the model still gets what it would have seen.
    const isWritten = await this.#sandbox.writeFile(file, output).then(
      () => true,
      () => false,
    );
    const where = isWritten ? `the full text is in ${file}` : "the full text could not be written to a file";
    return shortenMiddle(
      text,
      this.#most,
      (left) => `[... ${left.toLocaleString("en-US")} characters left out; ${where} ...]`,
    );
  }
}
