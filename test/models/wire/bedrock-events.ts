import { crc32 } from "../../../src/lib/crc32.ts";
import type { WireAnswer } from "./wire-server.ts";

/** Amazon's binary event stream: lengths, checksums, headers, JSON. */
export function bedrockEvents(...data: readonly (readonly [type: string, payload: object])[]): WireAnswer {
  return (response) => {
    response.writeHead(200, { "content-type": "application/vnd.amazon.eventstream" });
    for (const [type, payload] of data) response.write(frame(type, payload));
    response.end();
  };
}

function frame(type: string, payload: object): Buffer {
  const headers = Buffer.concat(
    Object.entries({ ":event-type": type, ":content-type": "application/json", ":message-type": "event" }).map(header),
  );
  const body = Buffer.from(JSON.stringify(payload));
  const start = Buffer.alloc(12);
  start.writeUInt32BE(headers.length + body.length + 16, 0);
  start.writeUInt32BE(headers.length, 4);
  start.writeUInt32BE(crc32(start.subarray(0, 8)), 8);
  const whole = Buffer.concat([start, headers, body]);
  const end = Buffer.alloc(4);
  end.writeUInt32BE(crc32(whole), 0);
  return Buffer.concat([whole, end]);
}

function header([name, value]: [string, string]): Buffer {
  const length = Buffer.alloc(3);
  length.writeUInt8(7, 0); // a text
  length.writeUInt16BE(value.length, 1);
  return Buffer.concat([Buffer.from([name.length]), Buffer.from(name), length, Buffer.from(value)]);
}
