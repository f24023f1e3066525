import { request as httpRequest, type IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { KeyGuard } from "../../../src/models/proxy/key-guard.ts";
import type { ServerScript } from "../../../src/models/scripted/scripted-server.ts";
import { realKey, withProxy } from "./with-proxy.ts";

const asked = { path: "/v1/chat/completions", body: { model: "gpt-1", stream: true, messages: [] } };
const plain = { ...asked, body: { ...asked.body, stream: false } };
const megabyte = Buffer.alloc(2 ** 20, "x");

test("a provider that hangs is given up, tried again, and reported", async () => {
  await using its = await withProxy([{ hang: true }, { hang: true }, { text: "at last" }]);
  its.door.stallMs = 200;
  expect(await (await its.ask(plain)).json()).toMatchObject({ choices: [{ message: { content: "at last" } }] });
  expect(its.door.calls[0]!.tries.map(({ message }) => message)).toEqual([
    expect.stringMatching(/sent nothing/),
    expect.stringMatching(/sent nothing/),
  ]);

  await using dead = await withProxy([{ hang: true }]);
  dead.door.stallMs = 50;
  const response = await dead.ask(plain);
  expect([response.status, await response.json()]).toMatchObject([502, { error: { type: "server_error" } }]);
});

test("a provider that stops in the middle of a stream is cut off", async () => {
  await using its = await withProxy([{ text: "a b c", pieceMs: 600_000 }]);
  its.door.stallMs = 300;
  const response = await its.ask(asked);
  await expect(response.text()).rejects.toThrow();
  expect(its.door.calls[0]!.failure!.message).toMatch(/sent nothing/);
});

test("a provider that cannot be reached is a failure with a reason", async () => {
  await using its = await withProxy([{ text: "x" }]);
  await its.provider.close();
  const response = await its.ask(plain);
  expect(response.status).toBe(502);
  expect(await response.text()).toMatch(/No answer from 127.0.0.1:\d+: /);
  expect(its.door.calls[0]!.failure).toMatchObject({ status: null });
});

test("garbage passes to the client and is recorded as a failure", async () => {
  const garbage = Buffer.from("<html>\xff\xfe</html>", "latin1");
  await using its = await withProxy([{ bytes: garbage }, { bytes: garbage, contentType: "text/event-stream" }]);
  expect(Buffer.from(await (await its.ask(plain)).arrayBuffer()).equals(garbage)).toBe(true);
  expect(its.door.calls[0]!.failure!.message).toBe("The provider's answer is not JSON.");
  await (await its.ask(asked)).arrayBuffer();
  expect(its.door.calls[1]!.failure!.message).toMatch(/stream ended before/);
  expect(its.failures).toEqual([]);
});

test.each([asked, plain])("an answer of 100 MB passes without filling the memory", async (question) => {
  const contentType = question.body.stream ? "text/event-stream" : "application/json";
  await using its = await withProxy([{ bytes: megabyte, repeat: 100, contentType }]);
  const before = process.memoryUsage.rss();
  let [bytes, peak] = [0, 0];
  for await (const chunk of (await its.ask(question)).body!) {
    bytes += chunk.length;
    peak = Math.max(peak, process.memoryUsage.rss());
  }
  expect(bytes).toBe(100 * 2 ** 20);
  expect(peak - before).toBeLessThan(90 * 2 ** 20);
  expect(its.door.calls[0]!.failure).toBeDefined();
});

test("a client that does not read holds the provider back, and is cut off in the end", async () => {
  await using its = await withProxy([{ bytes: megabyte, repeat: 100 }]);
  its.door.stallMs = 1000;
  const before = process.memoryUsage.rss();
  const response = await openRaw(its.proxy.url!, its.proxy.key);
  response.pause();
  await expect.poll(() => its.door.calls[0]!.failure?.message).toMatch(/the client does not read/);
  expect(process.memoryUsage.rss() - before).toBeLessThan(80 * 2 ** 20);
  response.destroy();
});

test("a client that leaves ends the provider's work, and the call is recorded", async () => {
  await using its = await withProxy([{ text: "a ".repeat(1000), pieceMs: 20 }]);
  const response = await openRaw(its.proxy.url!, its.proxy.key);
  await new Promise((resolve) => response.once("data", resolve));
  response.destroy();
  await expect.poll(() => its.door.calls[0]!.failure?.message).toBe("The client has left.");
  expect(its.failures).toEqual([]);
});

test("closing cuts open streams and waits for their records", async () => {
  await using its = await withProxy([{ text: "a b", pieceMs: 600_000 }]);
  const response = await openRaw(its.proxy.url!, its.proxy.key);
  response.on("error", () => undefined);
  await new Promise((resolve) => response.once("data", resolve));
  await its.proxy.close();
  expect(its.door.calls[0]!.failure).toBeDefined();
});

test("large requests at the same time are refused, not collected", async () => {
  // No large request is answered before one was refused: then their clients leave.
  const refused = new AbortController();
  const reply: ServerScript = ({ bytes }) => ({ text: "x", delayMs: bytes.length > 2 ** 20 ? 250_000 : 0 });
  await using its = await withProxy(reply, { mostRequestBytes: 40 * 2 ** 20 });
  const body = JSON.stringify({ model: "gpt-1", messages: [], padding: "x".repeat(30 * 2 ** 20) });
  const ask = async (): Promise<number | null> => {
    const response = await its.ask({ path: asked.path, body }, { signal: refused.signal }).catch(() => null);
    if (response?.status === 503) refused.abort();
    return response?.status ?? null;
  };
  expect(await Promise.all(Array.from({ length: 10 }, ask))).toContain(503);
  expect((await its.ask(plain)).status).toBe(200);
});

test("every piece of a stream arrives before the next one is sent", async () => {
  await using its = await withProxy([{ text: "one two three", pieceMs: 700 }]);
  const response = await its.ask(asked);
  const seen: string[] = [];
  for await (const chunk of response.body!) {
    const text = Buffer.from(chunk).toString();
    // A piece that was buffered would come together with a later one.
    expect(text.match(/"content":"/g)?.length ?? 0).toBeLessThanOrEqual(1);
    seen.push(text);
  }
  expect(seen.join("")).toContain("three");
});

test("a broken client or a client that sends slowly does not stop others", async () => {
  await using its = await withProxy([{ text: "fine" }]);
  const slow = httpRequest(`${its.proxy.url}${asked.path}`, {
    method: "POST",
    headers: { "x-api-key": its.proxy.key },
  });
  slow.on("error", () => undefined).write('{"model":');
  await sleep(50);
  expect((await its.ask(plain)).status).toBe(200);
  slow.destroy();
  expect((await its.ask(plain)).status).toBe(200);
  expect(its.failures).toEqual([]);
});

test("a key is blanked out wherever chunks are cut", () => {
  const text = Buffer.from(`before ${realKey} between sk-real sk-${realKey} after sk-rea`);
  const expected = text.toString().replaceAll(realKey, "*".repeat(realKey.length));
  for (let first = 0; first <= text.length; first += 1) {
    for (const second of [first, Math.min(text.length, first + 5), text.length]) {
      const guard = new KeyGuard([realKey]);
      const parts = [text.subarray(0, first), text.subarray(first, second), text.subarray(second)];
      const passed = Buffer.concat([...parts.map((part) => guard.push(part)), guard.end()]);
      expect(passed.toString()).toBe(expected);
    }
  }
});

function openRaw(url: string, key: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { "x-api-key": key };
    const request = httpRequest(`${url}${asked.path}`, { method: "POST", headers }, resolve);
    request.on("error", reject).end(JSON.stringify(asked.body));
  });
}
