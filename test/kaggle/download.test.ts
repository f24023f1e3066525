import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { type DownloadOptions, download } from "../../src/kaggle/download.ts";
import { crc32c } from "../../src/lib/crc32c.ts";
import { md5 } from "../../src/lib/hashing.ts";
import { namesIn } from "../lib/archive/tree.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { fail, type Handler, LoopbackServer, serve } from "./loopback-server.ts";

const place = temporaryDirectory();
const server = await LoopbackServer.start();
const content = Buffer.from(Array.from({ length: 300_000 }, (_, i) => (i * 7919 + (i >> 8)) & 255));
const other = Buffer.from(content).reverse();
let count = 0;

/** Waits of milliseconds instead of seconds. */
const quick = { baseMs: 1, maxMs: 5 };

function fresh(): string {
  return place(`case-${++count}`, "data.zip");
}

/** Whether the partial file of the current case has grown so far. */
function arrived(bytes: number): boolean {
  return (statSync(`${place(`case-${count}`, "data.zip")}.partial`, { throwIfNoEntry: false })?.size ?? 0) >= bytes;
}

function get(file: string, options: DownloadOptions = {}) {
  return download(`${server.url}/file`, file, { retry: quick, ...options });
}

function ranges(): (string | undefined)[] {
  return server.seen.map((request) => request.headers.range);
}

describe("a download", () => {
  test("brings the file, its length and MD5, and leaves nothing else", async () => {
    server.answer(serve(content, { etag: '"a"' }));
    const file = fresh();
    expect(await get(file, { md5: md5(content) })).toEqual({
      bytes: content.length,
      md5: md5(content),
      resumedFrom: 0,
    });
    expect(readFileSync(file).equals(content)).toBe(true);
    expect(namesIn(place(`case-${count}`))).toEqual(["data.zip"]);
  });

  test("may be empty", async () => {
    server.answer(serve(Buffer.alloc(0), { etag: '"a"' }));
    const file = fresh();
    expect(await get(file)).toMatchObject({ bytes: 0, md5: md5("") });
    expect(readFileSync(file).length).toBe(0);
  });

  test("comes without a length, in chunks", async () => {
    server.answer((_, response) => {
      response.writeHead(200);
      response.write(content.subarray(0, 1000));
      response.end(content.subarray(1000));
    });
    expect(await get(fresh())).toMatchObject({ md5: md5(content) });
  });

  test("is right even from a server that compresses though asked not to", async () => {
    const packed = gzipSync(content);
    server.answer((_, response) =>
      response.writeHead(200, { "content-encoding": "gzip", "content-length": packed.length }).end(packed),
    );
    expect(await get(fresh())).toMatchObject({ bytes: content.length, md5: md5(content) });
    expect(server.seen[0]!.headers["accept-encoding"]).toBe("identity");
  });

  test("reports bytes, rate and time left, up to the end", async () => {
    server.answer(serve(content, { etag: '"a"' }));
    const seen: { bytes: number; secondsLeft: number | null; totalBytes: number | null }[] = [];
    await get(fresh(), { onProgress: (progress) => seen.push(progress) });
    expect(seen.at(-1)).toMatchObject({ bytes: content.length, totalBytes: content.length, secondsLeft: 0 });
  });

  test("that does not fit on the disk is not begun", async () => {
    server.answer((_, response) => response.writeHead(200, { "content-length": 2 ** 52 }).write("x"));
    const file = fresh();
    await expect(get(file)).rejects.toMatchObject({ code: "kaggle-no-space" });
    expect(namesIn(place(`case-${count}`))).toEqual([]);
  });
});

describe("after a cut connection, a download", () => {
  test("goes on where it was, as often as needed", async () => {
    server.answer(
      ...Array.from({ length: 5 }, () => serve(content, { etag: '"a"', cutAfter: 50_000, arrived })),
      serve(content, { etag: '"a"' }),
    );
    const file = fresh();
    const retries: number[] = [];
    const result = await get(file, {
      retry: { ...quick, attempts: 2 },
      onRetry: ({ failures }) => retries.push(failures),
    });
    expect(result).toMatchObject({ md5: md5(content), resumedFrom: 0 });
    expect(readFileSync(file).equals(content)).toBe(true);
    expect(server.seen.length).toBe(6);
    expect(ranges()).toEqual([undefined, ...[1, 2, 3, 4, 5].map((pieces) => `bytes=${pieces * 50_000}-`)]);
    expect(server.seen[1]!.headers["if-range"]).toBe('"a"');
    // Each connection brought something, so that the count of failures never grew.
    expect(retries).toEqual([1, 1, 1, 1, 1]);
  });

  test("goes on by date where there is no tag, or only a weak one", async () => {
    const headers = { "last-modified": "Wed, 21 Oct 2015 07:28:00 GMT" };
    server.answer(
      serve(content, { headers, etag: 'W/"a"', cutAfter: 1000, arrived }),
      serve(content, { headers, etag: 'W/"a"' }),
    );
    expect(await get(fresh())).toMatchObject({ md5: md5(content) });
    expect(server.seen[1]!.headers["if-range"]).toBe(headers["last-modified"]);
  });

  test("starts over when there is nothing to tell the file by", async () => {
    server.answer(serve(content, { cutAfter: 1000, arrived }), serve(content));
    expect(await get(fresh())).toMatchObject({ md5: md5(content) });
    expect(ranges()).toEqual([undefined, undefined]);
  });

  test("starts over with a server that ignores ranges", async () => {
    server.answer(
      serve(content, { etag: '"a"', ranges: false, cutAfter: 1000, arrived }),
      serve(content, { etag: '"a"', ranges: false }),
    );
    expect(await get(fresh())).toMatchObject({ md5: md5(content) });
    expect(ranges()[1]).toMatch(/^bytes=/);
  });

  test("starts over when the file has changed, whether the server minds If-Range or not", async () => {
    for (const heedIfRange of [true, false]) {
      server.answer(
        serve(content, { etag: '"a"', cutAfter: 1000, arrived }),
        serve(other, { etag: '"b"', heedIfRange }),
      );
      const file = fresh();
      expect(await get(file)).toMatchObject({ md5: md5(other) });
      expect(readFileSync(file).equals(other)).toBe(true);
    }
  });

  test("starts over when the file has become shorter than what is here", async () => {
    const short = content.subarray(0, 100);
    server.answer(
      serve(content, { etag: '"a"', cutAfter: 1000, arrived }),
      serve(short, { etag: '"b"', heedIfRange: false }),
    );
    expect(await get(fresh())).toMatchObject({ md5: md5(short) });
  });

  test("gives up after too many failures without progress, and says what is kept", async () => {
    server.answer(serve(content, { etag: '"a"', cutAfter: 1000, arrived }), (request) => request.socket.destroy());
    const file = fresh();
    const error = await get(file, { retry: { ...quick, attempts: 3 } }).catch((caught) => caught);
    expect(error).toMatchObject({ code: "kaggle-unavailable" });
    expect(error.message).toContain("run the same command again to resume");
    expect(server.seen.length).toBe(3);
    expect(existsSync(file)).toBe(false);
    expect(namesIn(place(`case-${count}`))).toEqual(["data.zip.partial", "data.zip.partial.json"]);
  });

  test("is continued by a later process", async () => {
    server.answer(serve(content, { etag: '"a"', cutAfter: 100_000, arrived }), (request) => request.socket.destroy());
    const file = fresh();
    await expect(get(file, { retry: { attempts: 1 } })).rejects.toThrow();
    const kept = readFileSync(`${file}.partial`).length;
    expect(kept).toBe(100_000);
    server.answer(serve(content, { etag: '"a"' }));
    expect(await get(file, { md5: md5(content) })).toEqual({
      bytes: content.length,
      md5: md5(content),
      resumedFrom: kept,
    });
    expect(ranges()).toEqual([`bytes=${kept}-`]);
    expect(namesIn(place(`case-${count}`))).toEqual(["data.zip"]);
  });

  test("does not continue what belongs to another address, or what lost its description", async () => {
    for (const state of [
      JSON.stringify({ url: "http://elsewhere/", etag: '"a"', lastModified: null, length: content.length }),
      "{",
      null,
    ]) {
      const file = fresh();
      server.answer(serve(content, { etag: '"a"', cutAfter: 100_000, arrived }));
      await expect(get(file, { retry: { attempts: 1 } })).rejects.toThrow();
      if (state === null) writeFileSync(`${file}.partial`, Buffer.alloc(content.length + 1));
      else writeFileSync(`${file}.partial.json`, state);
      server.answer(serve(content, { etag: '"a"' }));
      expect(await get(file)).toMatchObject({ md5: md5(content), resumedFrom: 0 });
      expect(ranges()).toEqual([undefined]);
    }
  });

  test("stalls no longer than it is told", async () => {
    server.answer(
      (_, response) =>
        response.writeHead(200, { "content-length": content.length, etag: '"a"' }).write(content.subarray(0, 5000)),
      serve(content, { etag: '"a"' }),
    );
    const reasons: string[] = [];
    await get(fresh(), { idleMs: 2000, onRetry: ({ reason }) => reasons.push(reason) });
    expect(reasons[0]).toContain("no data for 2 seconds");
    expect(ranges()[1]).toBe("bytes=5000-");
  });
});

describe("a partial response", () => {
  const part =
    (start: number, end: number, total: number | "*", headers: Record<string, string> = {}): Handler =>
    (_, response) =>
      response
        .writeHead(206, { "content-range": `bytes ${start}-${end}/${total}`, ...headers })
        .end(content.subarray(start, end + 1));

  test("that was not asked for is not taken for the file", async () => {
    server.answer(part(0, 999, content.length), part(0, 999, "*"), serve(content, { etag: '"a"' }));
    const file = fresh();
    expect(await get(file)).toMatchObject({ bytes: content.length, md5: md5(content) });
    server.answer(part(0, 999, content.length));
    const other = fresh();
    await expect(get(other, { retry: { ...quick, attempts: 2 } })).rejects.toThrow("sent a part of the file");
    expect(namesIn(place(`case-${count}`))).toEqual([]);
  });

  test("that is shorter than asked for is completed", async () => {
    const tag = { etag: '"a"' };
    server.answer(
      serve(content, { ...tag, cutAfter: 1000, arrived }),
      part(1000, 1999, content.length, tag),
      serve(content, tag),
    );
    const file = fresh();
    expect(await get(file)).toMatchObject({ md5: md5(content) });
    expect(ranges()).toEqual([undefined, "bytes=1000-", "bytes=2000-"]);
  });

  test("of a file of unknown length is not taken for its end", async () => {
    const start: Handler = (_, response) => {
      response.writeHead(200, { etag: '"a"' });
      response.write(content.subarray(0, 1000));
      const poll = setInterval(() => {
        if (!arrived(1000)) return;
        clearInterval(poll);
        response.destroy();
      }, 10);
    };
    server.answer(start, part(1000, 1999, "*", { etag: '"a"' }), serve(content, { etag: '"a"' }));
    expect(await get(fresh())).toMatchObject({ md5: md5(content) });
    server.answer(start, part(1000, 1999, content.length, { etag: '"a"' }), serve(content, { etag: '"a"' }));
    expect(await get(fresh())).toMatchObject({ md5: md5(content) });
    expect(ranges()).toEqual([undefined, "bytes=1000-", "bytes=2000-"]);
  });
});

describe("a busy server", () => {
  test("is asked again after 429 and 5xx, when it says", async () => {
    server.answer(
      fail(429, "Too many requests", { "retry-after": "0" }),
      fail(503, "Busy", { "retry-after": new Date(Date.now() - 1000).toUTCString() }),
      fail(500, "Oops"),
      serve(content, { etag: '"a"' }),
    );
    const waits: number[] = [];
    await get(fresh(), { onRetry: ({ waitMs }) => waits.push(waitMs) });
    expect(waits.slice(0, 2)).toEqual([0, 0]);
    expect(server.seen.length).toBe(4);
  });

  test("is waited for as long as it asks, and not much longer", async () => {
    server.answer(fail(429, "Slow down", { "retry-after": "1" }), serve(content, { etag: '"a"' }));
    const start = performance.now();
    await get(fresh());
    expect(performance.now() - start).toBeGreaterThan(990);
  });

  test("that asks for hours is left at once, in its own words", async () => {
    server.answer(fail(429, "Quota used up", { "retry-after": "7200" }));
    await expect(get(fresh())).rejects.toThrow(/429 \(Quota used up\)/);
    expect(server.seen.length).toBe(1);
  });

  test("that never recovers ends in an error that quotes it", async () => {
    server.answer(fail(500, "Internal trouble"));
    await expect(get(fresh(), { retry: { ...quick, attempts: 3 } })).rejects.toMatchObject({
      code: "kaggle-unavailable",
    });
    expect(server.seen.length).toBe(3);
  });
});

describe("checksums", () => {
  const hash = (bytes: Buffer) => {
    const crc = Buffer.alloc(4);
    crc.writeUInt32BE(crc32c(bytes));
    return {
      "x-goog-hash": `crc32c=${crc.toString("base64")}, md5=${Buffer.from(md5(bytes), "hex").toString("base64")}`,
    };
  };

  test("that storage states are compared", async () => {
    server.answer(serve(content, { etag: '"a"', headers: hash(content) }));
    expect(await get(fresh())).toMatchObject({ md5: md5(content) });
    server.answer(
      serve(other, { etag: '"a"', headers: hash(content) }),
      serve(content, { etag: '"a"', headers: hash(content) }),
    );
    expect(await get(fresh())).toMatchObject({ md5: md5(content) });
    expect(server.seen.length).toBe(2);
  });

  test("that never agree end the attempt after the second time", async () => {
    server.answer(serve(other, { etag: '"a"', headers: hash(content) }));
    const file = fresh();
    await expect(get(file)).rejects.toMatchObject({ code: "kaggle-checksum" });
    expect(server.seen.length).toBe(2);
    expect(namesIn(place(`case-${count}`))).toEqual([]);
  });

  test("other than expected are an error that keeps the bytes, and taking them unchecked needs no second download", async () => {
    server.answer(serve(content, { etag: '"a"' }));
    const file = fresh();
    const error = await get(file, { md5: "0".repeat(32) }).catch((caught) => caught);
    expect(error).toMatchObject({ code: "kaggle-checksum" });
    expect(error.message).toContain(md5(content));
    expect(existsSync(file)).toBe(false);
    expect(await get(file)).toMatchObject({ bytes: content.length, resumedFrom: content.length });
    expect(server.seen.length).toBe(1);
  });

  test("that are wrong after a resumption lead to one download from the start", async () => {
    const file = fresh();
    server.answer(serve(content, { etag: '"a"', cutAfter: 1000, arrived }));
    await expect(get(file, { retry: { attempts: 1 } })).rejects.toThrow();
    const kept = readFileSync(`${file}.partial`);
    kept[0] = kept[0]! ^ 1;
    writeFileSync(`${file}.partial`, kept);
    server.answer(serve(content, { etag: '"a"' }));
    expect(await get(file, { md5: md5(content).toUpperCase() })).toMatchObject({ md5: md5(content), resumedFrom: 0 });
    expect(server.seen.length).toBe(2);
  });
});

describe("a signal", () => {
  test("stops a download in its middle, keeping what is here", async () => {
    server.answer((_, response) =>
      response.writeHead(200, { "content-length": content.length, etag: '"a"' }).write(content.subarray(0, 5000)),
    );
    const file = fresh();
    const controller = new AbortController();
    const onProgress = () => controller.abort(new Error("enough"));
    await expect(get(file, { signal: controller.signal, onProgress })).rejects.toThrow("enough");
    expect(readFileSync(`${file}.partial`).length).toBe(5000);
  });

  test("stops it while it waits", async () => {
    server.answer(fail(503, "Busy", { "retry-after": "600" }));
    const signal = AbortSignal.timeout(100);
    await expect(get(fresh(), { signal })).rejects.toMatchObject({ name: "TimeoutError" });
  });
});
