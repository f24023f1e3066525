import { assembleEvents, errorIn } from "../event-assembler.ts";
import { asRecords, parseLoosely } from "../loose-json.ts";
import type { AssembledStream, StreamAssembler } from "../protocol.ts";
import { longestText } from "../text-budget.ts";
import { ContentGatherer } from "./gather-content.ts";

const openingBracket = 0x5b;

/** Reads both forms of a stream: server-sent events (`alt=sse`), or one JSON array that grows. */
export function assembleGemini(): StreamAssembler {
  let chosen: StreamAssembler | null = null;
  return {
    push: (bytes) => {
      const first = chosen === null ? bytes.find((byte) => byte > 0x20) : undefined;
      if (first !== undefined)
        chosen = first === openingBracket ? assembleArray() : assembleEvents(new ContentGatherer());
      chosen?.push(bytes);
    },
    end: () => (chosen ?? assembleEvents(new ContentGatherer())).end(),
  };
}

function assembleArray(): StreamAssembler {
  const chunks: Uint8Array[] = [];
  let length = 0;
  return {
    push: (bytes) => {
      length += bytes.length;
      if (length <= longestText) chunks.push(Uint8Array.from(bytes));
    },
    end: (): AssembledStream => {
      const gatherer = new ContentGatherer();
      const parts = asRecords(length <= longestText ? parseArray(Buffer.concat(chunks).toString("utf8")) : []);
      for (const part of parts) gatherer.add(part);
      return { ...gatherer.result(), error: parts.map(errorIn).find((error) => error !== null) ?? null };
    },
  };
}

/** The elements of an array that may lack its end. */
function parseArray(text: string): unknown {
  const whole = parseLoosely(text);
  if (whole !== undefined) return whole;
  for (let end = text.lastIndexOf("}"), tries = 0; end > 0 && tries < 100; end = text.lastIndexOf("}", end - 1)) {
    const elements = parseLoosely(`${text.slice(0, end + 1)}]`);
    if (elements !== undefined) return elements;
    tries += 1;
  }
  return [];
}
