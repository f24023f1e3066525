import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { environmentFor, realKey } from "../models/proxy/with-proxy.ts";
import { hasBubblewrap } from "../support/bubblewrap.ts";
import { plant, runGround } from "../support/run-agents.ts";
import { attack, expectOneEnd, inNode } from "./attack.ts";
import { startWitness } from "./witness.ts";

const ground = await runGround(plant);

/** What every program begins with: raw bytes to the socket of the proxy, and a question that is allowed. */
const tools = `
const net = require("node:net");
const raw = (bytes, waitMs = 1500) => new Promise((resolve) => {
  const client = net.connect("/run/mlebench/model.sock");
  let said = "";
  const end = () => { client.destroy(); resolve(said); };
  client.on("data", (data) => { said += data; }).on("close", end).on("error", end);
  client.setTimeout(waitMs, end).write(bytes);
});
const head = (line, headers = "") => line + " HTTP/1.1\\r\\nHost: x\\r\\nContent-Type: application/json\\r\\n" + headers;
const sized = (body) => "Content-Length: " + Buffer.byteLength(body) + "\\r\\n\\r\\n";
const post = (path, body, headers = "") => raw(Buffer.concat([Buffer.from(head("POST " + path, "Connection: close\\r\\n" + headers) + sized(body)), Buffer.from(body)]));
const chat = (more) => JSON.stringify({ model: "gpt-1", messages: [{ role: "user", content: "hi" }], ...more });
const say = (said) => console.log(Number(said.slice(9, 12)) || "cut");
const path = "/v1/chat/completions";
`;

/** Each program prints the status of its answers, then asks as it may: that still has to work. */
const attacks: [what: string, program: string, answers: string][] = [
  [
    "make us fail with a request that is nested too deeply",
    `for (const [open, close] of [["[", "]"], ['{"a":', "}"]])
      say(await post(path, '{"model":"gpt-1","messages":' + open.repeat(200000) + "1" + close.repeat(200000) + "}"));
    say(await post(path, "[".repeat(30e6)));`,
    "400 400 400",
  ],
  [
    "name one model to us and a different one to the provider",
    `say(await post(path, '{"model":"OTHER","model":"gpt-1","messages":[]}'));
    say(await post(path, '{"mod\\\\u0065l":"OTHER","model":"gpt-1","messages":[]}'));
    say(await post(path, '{"Model":"OTHER","model":"gpt-1","messages":[]}'));`,
    "400 400 400",
  ],
  [
    "ask for models that are not its own",
    `for (const model of ["OTHER", "openai/OTHER", "gpt-1 ", "GPT-1", "../gpt-1", "gpt-1\\u0000", "", null, 7, ["gpt-1"], { gpt: 1 }])
      say(await post(path, chat({ model })));
    say(await post("/v1beta/models/OTHER:generateContent", "{}"));
    say(await post("/v1beta/models/..%2f..%2fv1%2fOTHER:generateContent", "{}"));
    say(await post("/v1/messages", chat({ model: "OTHER" })));`,
    "404 404 404 404 404 404 40[04] 400 400 400 400 404 404 404",
  ],
  [
    "reach other paths of the provider",
    `for (const other of ["/v1/files", "/v1/models/gpt-1/../../files", "/v1/fine_tuning/jobs", "/v1/organization/api_keys", "//v1/chat/completions",
      "/v1/chat/completions/../../files", "/v1/chat/completions/", "/v1/chat/completions%2f..%2f..%2ffiles", "/v1/responses/resp_1/cancel"])
      say(await post(other, chat()));
    say(await raw(head("GET /v1/files") + "Connection: close\\r\\n\\r\\n"));
    say(await raw(head("DELETE /v1/models/gpt-1") + "Connection: close\\r\\n\\r\\n"));`,
    Array(11).fill("404").join(" "),
  ],
  [
    "send requests to other servers",
    `say(await post("http://OTHER.example" + path, chat()));
    say(await post("OTHER.example:80", chat()));
    say(await raw("CONNECT OTHER.example:443 HTTP/1.1\\r\\nHost: OTHER.example\\r\\n\\r\\n"));
    say(await raw(head("GET /", "Connection: Upgrade\\r\\nUpgrade: websocket\\r\\n") + "\\r\\n"));
    say(await raw(head("POST " + path, "Host: OTHER.example\\r\\nX-Forwarded-Host: OTHER.example\\r\\nConnection: close\\r\\n") + sized(chat()) + chat()));`,
    "404 4\\d\\d cut 200 \\d+",
  ],
  [
    "smuggle a request in the body of another",
    `const inner = head("POST /v1/files") + "Content-Length: 5\\r\\n\\r\\nOTHER";
    say(await raw(head("POST " + path, "Content-Length: 4\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n") + "0\\r\\n\\r\\n" + inner));
    say(await raw(head("POST " + path, "Content-Length: 4\\r\\nContent-Length: 9\\r\\n\\r\\n") + inner));
    say(await raw(head("POST " + path, "Transfer-Encoding: chunked, identity\\r\\n\\r\\n") + "0\\r\\n\\r\\n" + inner));
    say(await raw(head("POST " + path, "Transfer-Encoding : chunked\\r\\n\\r\\n") + "0\\r\\n\\r\\n" + inner));
    say(await raw(head("POST " + path, "Content-Length: +4\\r\\n\\r\\n") + inner));`,
    "400 400 400 400 400",
  ],
  [
    "add headers of its own choice",
    `say(await post(path, chat(), "X-A: b\\rX-Evil: OTHER\\r\\n"));
    say(await post(path, chat(), "X-A: b\\nAuthorization: OTHER\\r\\n"));
    say(await post(path, chat(), "X-A: \\0OTHER\\r\\n"));
    say(await post(path, chat(), "Authorization: Bearer OTHER\\r\\nX-Api-Key: OTHER\\r\\nApi-Key: OTHER\\r\\nCookie: OTHER\\r\\nOpenAI-Organization: OTHER\\r\\nX-HTTP-Method-Override: OTHER\\r\\nProxy-Authorization: OTHER\\r\\n"));
    say(await post(path, chat(), "Connection: authorization, content-length, host\\r\\n"));
    say(await post(path + "?key=OTHER", chat()));`,
    "400 \\d+ 400 200 200 200",
  ],
  [
    "use up our memory",
    `const zlib = require("node:zlib");
    say(await post(path, chat(), ("X-Long: " + "x".repeat(7000) + "\\r\\n").repeat(20)));
    say(await post(path, zlib.gzipSync(Buffer.alloc(3e8, 32)), "Content-Encoding: gzip\\r\\n"));
    say(await post(path, zlib.brotliCompressSync(Buffer.alloc(3e8, 32), { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } }), "Content-Encoding: br\\r\\n"));
    say(await post(path, chat(), "Content-Encoding: gzip, gzip\\r\\n"));
    say(await raw(head("POST " + path, "Content-Length: 99999999999\\r\\n\\r\\n") + "x".repeat(40e6)));`,
    "431 413 413 400 (?:413|cut)",
  ],
  [
    "keep the proxy busy with connections that say nothing",
    `const idle = [];
    for (let i = 0; i < 3000; i += 1) idle.push(net.connect("/run/mlebench/model.sock").on("error", () => undefined));
    await new Promise((resolve) => setTimeout(resolve, 1500));
    for (const client of idle.slice(0, 1000)) client.write("POST " + path + " HTTP/1.1\\r\\nHost: x\\r\\nContent-Length: 10\\r\\n\\r\\n{");
    await new Promise((resolve) => setTimeout(resolve, 500));
    for (const client of idle) client.destroy();
    await new Promise((resolve) => setTimeout(resolve, 500));`,
    "",
  ],
];

test.skipIf(!hasBubblewrap)(
  "through its model an agent cannot fill our disk with the record of its calls",
  async () => {
    await using provider = await startWitness();
    const program = `
    const noise = () => require("node:crypto").randomBytes(6e6).toString("base64");
    for (let call = 0; call < 10; call += 1) say(await post(path, chat({ user: noise() })));`;
    const ran = await attack(ground, {
      script: inNode(`${tools}(async () => {${program}})()`),
      options: ["--model", "openai/gpt-1", "--disk", "20m"],
      environment: environmentFor(provider.url),
    });
    const { output, folder, end } = ran.group.run();
    expect(output).toMatch(/^(?:200\n){3}(?:4\d\d\n){7}$/);
    expect(statSync(join(folder, "bodies.jsonl")).size).toBeLessThan(30e6);
    await expectOneEnd(ran, "limit");
    expect(end.reason).toMatch(/record of the run's model calls has reached the disk limit of/);
  },
);

test.skipIf(!hasBubblewrap).each(attacks)("through its model an agent cannot %s", async (_, program, answers) => {
  await using provider = await startWitness();
  const ran = await attack(ground, {
    script: inNode(`${tools}(async () => {${program}\nsay(await post(path, chat()));})()`),
    options: ["--model", "openai/gpt-1"],
    environment: environmentFor(provider.url),
  });
  const { output } = ran.group.run();
  expect(output.trim().replaceAll("\n", " "), ran.stderr).toMatch(new RegExp(`^(?:${answers} |)200$`));
  expect(output.trim().split("\n").length).toBe(answers === "" ? 1 : answers.split(" ").length + 1);
  for (const { method, url, headers, body } of provider.seen) {
    expect([method, url]).toEqual(["POST", "/v1/chat/completions"]);
    expect(headers + body).not.toContain("OTHER");
    expect(headers.split("\n").filter((value) => value.includes(realKey))).toHaveLength(1);
    expect(JSON.parse(body).model).toBe("gpt-1");
  }
  await expectOneEnd(ran);
});
