// Compares calls through the proxy with a direct connection to the same streaming provider: the time to the first byte, and
// the delay of every piece of 200 streams at once. Provider, proxy and client are three processes. No pass or fail.
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, createServer, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Connections } from "../dist/models/calls/connections.js";
import { RunDoor } from "../dist/models/calls/run-door.js";
import { Ledger } from "../dist/models/ledger/ledger.js";
import { ProxyModels } from "../dist/models/proxy/proxy-models.js";
import { startProxy } from "../dist/models/proxy/start-proxy.js";

const streams = 200;
const now = () => performance.timeOrigin + performance.now();

/** Streams a chat completion whose pieces are the times at which they were sent. */
async function provide() {
  const server = createServer(async (incoming, response) => {
    const chunks = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const { pieces, pauseMs } = JSON.parse(Buffer.concat(chunks).toString());
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (let count = 0; count < pieces; count += 1) {
      const choices = [{ index: 0, delta: { content: `@${now()}@` }, finish_reason: null }];
      response.write(`data: ${JSON.stringify({ id: "1", model: "gpt-1", choices })}\n\n`);
      if (count + 1 < pieces) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    response.write('data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n');
    response.end('data: {"choices":[],"usage":{"prompt_tokens":9,"completion_tokens":9}}\n\ndata: [DONE]\n\n');
  });
  server.listen(0, "127.0.0.1", () => process.send({ url: `http://127.0.0.1:${server.address().port}`, key: "none" }));
}

async function proxy(url) {
  const folder = mkdtempSync(join(tmpdir(), "mlebench-bench-proxy-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  process.on("SIGTERM", () => process.exit(0));
  const onFailure = (error) => {
    throw error;
  };
  const connections = new Connections(2 * streams);
  const door = new RunDoor({ ledger: new Ledger(folder), priceOf: () => null, allowances: [], connections, onFailure });
  const offer = { models: ["openai/gpt-1"], aliases: {}, settings: {} };
  const models = new ProxyModels(offer, { OPENAI_API_KEY: "sk-bench-key", OPENAI_BASE_URL: url });
  const started = await startProxy({ door, models, open: onFailure, listen: true, onFailure });
  process.send({ url: started.url, key: started.key });
}

const self = fileURLToPath(import.meta.url);
const agent = new Agent({ keepAlive: true, maxSockets: 2 * streams });

/** One streamed call: when its first byte came, and how late each piece was, in milliseconds. */
function call({ url, key }, pieces, pauseMs) {
  const body = JSON.stringify({ model: "gpt-1", stream: true, pieces, pauseMs, messages: [] });
  const headers = { authorization: `Bearer ${key}`, "content-length": Buffer.byteLength(body) };
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const asked = request(`${url}/v1/chat/completions`, { method: "POST", headers, agent }, (response) => {
      let firstMs = null;
      const delays = [];
      response.on("data", (chunk) => {
        firstMs ??= performance.now() - started;
        for (const [, sent] of chunk.toString().matchAll(/@([\d.]+)@/g)) delays.push(now() - Number(sent));
      });
      response.on("end", () => resolve({ firstMs, delays }));
    });
    asked.on("error", reject).end(body);
  });
}

const sorted = (values) => [...values].sort((a, b) => a - b);
const at = (values, share) => sorted(values)[Math.floor(share * (values.length - 1))].toFixed(2);

async function start(role, ...parameters) {
  const child = fork(self, [role, ...parameters]);
  const [place] = await once(child, "message");
  return { ...place, end: () => child.kill() };
}

async function compare() {
  const direct = await start("provider");
  const through = await start("proxy", direct.url);
  const first = { direct: [], through: [] };
  for (let count = 0; count < 600; count += 1) {
    // The first hundred warm up. Taking turns spreads other work on the machine over both.
    const [one, other] = [(await call(direct, 1, 0)).firstMs, (await call(through, 1, 0)).firstMs];
    if (count >= 100) first.direct.push(one);
    if (count >= 100) first.through.push(other);
  }
  const added = first.through.map((ms, index) => ms - first.direct[index]);
  console.log(
    `first byte: ${at(first.direct, 0.5)} ms directly, ${at(first.through, 0.5)} ms through the proxy; ` +
      `it adds ${at(added, 0.5)} ms (median of 500), ${at(added, 0.9)} ms (90 %)`,
  );
  for (const [name, place] of Object.entries({ directly: direct, "through the proxy": through })) {
    const started = performance.now();
    const calls = await Promise.all(Array.from({ length: streams }, () => call(place, 50, 100)));
    const delays = calls.flatMap((each) => each.delays);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(
      `${streams} streams at once ${name}, a piece every 100 ms: ${delays.length} pieces in ${seconds} s, ` +
        `each ${at(delays, 0.5)} ms late (median), ${at(delays, 0.99)} ms (99 %)`,
    );
  }
  agent.destroy();
  through.end();
  direct.end();
}

const [role, ...parameters] = process.argv.slice(2);
if (role === "provider") await provide();
else if (role === "proxy") await proxy(...parameters);
else await compare();
