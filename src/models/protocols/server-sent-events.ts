/** An event longer than this is skipped. */
const longestEvent = 16 * 2 ** 20;

const lineFeed = 0x0a;

/** Cuts a stream of server-sent events into the data of each event. Memory is bounded by the longest event. */
export class EventReader {
  readonly #onData: (data: string) => void;
  #line: Uint8Array[] = [];
  #lineBytes = 0;
  #data: string[] = [];
  #dataLength = 0;

  constructor(onData: (data: string) => void) {
    this.#onData = onData;
  }

  push(bytes: Uint8Array): void {
    let start = 0;
    for (let end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, start)) {
      this.#keep(bytes.subarray(start, end));
      this.#endLine();
      start = end + 1;
    }
    this.#keep(bytes.subarray(start));
  }

  /** The last event counts even if no empty line follows it. */
  end(): void {
    this.#endLine();
    this.#dispatch();
  }

  #keep(part: Uint8Array): void {
    this.#lineBytes += part.length;
    // The caller may reuse its bytes.
    if (part.length > 0 && this.#lineBytes <= longestEvent) this.#line.push(Uint8Array.from(part));
  }

  #endLine(): void {
    const isWhole = this.#lineBytes <= longestEvent;
    const line = isWhole ? Buffer.concat(this.#line).toString("utf8").replace(/\r$/, "") : null;
    this.#line = [];
    this.#lineBytes = 0;
    if (line === "") this.#dispatch();
    else if (line?.startsWith("data:") === true) this.#addData(line.slice(line[5] === " " ? 6 : 5));
  }

  #addData(text: string): void {
    this.#dataLength += text.length;
    if (this.#dataLength <= longestEvent) this.#data.push(text);
  }

  #dispatch(): void {
    const data = this.#data.join("\n");
    const isWhole = this.#dataLength <= longestEvent;
    this.#data = [];
    this.#dataLength = 0;
    if (data !== "" && isWhole) this.#onData(data);
  }
}

/** One event of a stream. */
export function printEvent(data: unknown, name?: string): string {
  const text = typeof data === "string" ? data : JSON.stringify(data);
  return `${name === undefined ? "" : `event: ${name}\n`}data: ${text}\n\n`;
}
