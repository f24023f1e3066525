import { existsSync, readdirSync, readlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { environmentFor } from "../models/proxy/with-proxy.ts";
import { hasBubblewrap } from "../support/bubblewrap.ts";
import { findCommandLines } from "../support/find-processes.ts";
import { plant, runGround } from "../support/run-agents.ts";
import { attack, expectOneEnd, inNode } from "./attack.ts";

const ground = await runGround(plant);

const tools = `
const net = require("node:net");
const fs = require("node:fs");
const raw = (bytes, waitMs = 20000) => new Promise((resolve) => {
  const client = net.connect("/run/mlebench/validate.sock");
  let said = "";
  const end = () => { client.destroy(); resolve(said); };
  client.on("data", (data) => { said += data; }).on("close", end).on("error", end);
  client.setTimeout(waitMs, end).write(bytes);
});
const request = (path, headers, body) => raw(Buffer.concat([Buffer.from("POST " + path + " HTTP/1.1\\r\\nHost: x\\r\\nConnection: close\\r\\n" + headers +
  "Content-Length: " + Buffer.byteLength(body) + "\\r\\n\\r\\n"), Buffer.from(body)]));
const csv = (body) => request("/validate", "Content-Type: text/csv\\r\\n", body);
const say = (said) => console.log(Number(said.slice(9, 12)) || "cut", said.split("\\r\\n\\r\\n")[1]?.slice(0, 300) ?? "");
const sample = fs.readFileSync(process.env.DATA_DIR + "/sample_submission.csv");
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
`;

/** Each program prints the status of its answers; afterwards an ordinary question still has to be answered. */
const attacks: [what: string, program: string, statuses: string][] = [
  [
    "write a file where it likes",
    `const form = (name, file) => request("/validate", "Content-Type: multipart/form-data; boundary=b\\r\\n",
      '--b\\r\\nContent-Disposition: form-data; name="' + name + '"; filename="' + file + '"\\r\\n\\r\\n' + sample + "\\r\\n--b--\\r\\n");
    say(await form("file", "../../../../../../tmp/mlebench-owned"));
    say(await form("file", "/tmp/mlebench-owned"));
    say(await form("../file", "x"));`,
    "200 200 400",
  ],
  [
    "ask for anything but a check",
    `for (const path of ["/grade", "/score", "/validate/../answers", "/validate?answers=1&path=/etc/passwd", "/", "http://other/validate"])
      { say(await request(path, "Content-Type: text/csv\\r\\n", "x")); await pause(1100); }
    say(await raw("GET /health HTTP/1.1\\r\\nHost: x\\r\\nConnection: close\\r\\n\\r\\n"));`,
    "404 404 404 200 404 (?:200|404) 200",
  ],
  [
    "smuggle calls past the limit",
    `const inner = "POST /validate HTTP/1.1\\r\\nHost: x\\r\\nContent-Type: text/csv\\r\\nContent-Length: 1\\r\\n\\r\\nx";
    say(await raw("POST /validate HTTP/1.1\\r\\nHost: x\\r\\nContent-Type: text/csv\\r\\nContent-Length: 4\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n0\\r\\n\\r\\n" + inner));
    console.log(200, (await raw(inner.repeat(300), 3000)).split("HTTP/1.1 429").length > 100 ? "limited" : "NOT LIMITED");`,
    "400 200",
  ],
  [
    "stop the checks with a hostile file",
    `for (const body of [Buffer.alloc(5e6), Array.from({ length: 1e6 }, (_, i) => "c" + i).join() + "\\n", "\\n".repeat(5e6), '"'.repeat(1e6), "\\u001b]0;owned\\u0007,\\u202e\\n1,2\\n"])
      { say(await csv(body)); await pause(1100); }`,
    "200 200 200 200 200",
  ],
  [
    "keep the server busy with uploads that never end",
    `const open = Array.from({ length: 200 }, () => net.connect("/run/mlebench/validate.sock").on("error", () => undefined));
    for (const client of open) client.write("POST /validate HTTP/1.1\\r\\nHost: x\\r\\nContent-Type: text/csv\\r\\nContent-Length: 1000000\\r\\n\\r\\nx");
    await pause(2000);
    for (const client of open) client.destroy();
    await pause(6000);`,
    "",
  ],
];

describe.skipIf(!hasBubblewrap)("through the validation an agent cannot", () => {
  test.each(attacks)("%s", async (_, program, statuses) => {
    const last = "await pause(2500); say(await csv(sample));";
    const ran = await attack(ground, { script: inNode(`${tools}(async () => {${program}\n${last}})()`) });
    const { output } = ran.group.run();
    const found = output
      .trim()
      .split("\n")
      .map((line) => line.split(" ")[0]);
    expect(found.join(" "), output).toMatch(new RegExp(`^(?:${statuses} )?200$`));
    expect(found.length, output).toBe(statuses === "" ? 1 : statuses.split(" ").length + 1);
    expect(output.trim()).toMatch(/Submission is valid[^\n]*$/);
    expect(output).not.toContain("NOT LIMITED");
    expect(output).not.toMatch(new RegExp(`${tmpdir()}/|score|${ground.data}`));
    const events = await expectOneEnd(ran);
    expect(events.filter(({ type }) => type === "validation").length).toBeLessThan(30);
    expect("/tmp/mlebench-owned").not.toSatisfy(existsSync);
  });

  test("leave an upload behind that holds up its end", async () => {
    const program = `
      const client = net.connect("/run/mlebench/validate.sock", () => {
        client.write("POST /validate HTTP/1.1\\r\\nHost: x\\r\\nContent-Type: text/csv\\r\\nContent-Length: 1000000000\\r\\n\\r\\n" + "x".repeat(1e6));
        setTimeout(() => process.kill(process.pid, "SIGKILL"), 500);
      });`;
    const ran = await attack(ground, { script: `${inNode(tools + program)}; exit 0` });
    await expectOneEnd(ran);
  });

  test.skipIf(!existsSync("/usr/bin/python3"))(
    "pass open files to us, neither there nor through its model or its output",
    async () => {
      const program = [
        "import array, os, socket, time",
        'marked = [os.open("passed", os.O_RDWR | os.O_CREAT) for _ in range(100)]',
        "rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array('i', marked))]",
        "def send(end):",
        "    for _ in range(20):",
        "        try: end.sendmsg([b'POST /validate HTTP/1.1\\r\\nX: '], rights, socket.MSG_DONTWAIT)",
        "        except OSError: pass",
        'for path in ("/run/mlebench/validate.sock", "/run/mlebench/model.sock"):',
        "    for _ in range(10):",
        "        end = socket.socket(socket.AF_UNIX); end.connect(path); send(end); marked.append(os.dup(end.fileno()))",
        "for number in (1, 2):",
        "    send(socket.socket(fileno=os.dup(number)))",
        "time.sleep(3)",
      ].join("\n");
      const runs = ground.fresh();
      const script = `cat > attack.py <<'END'\n${program}\nEND\n/usr/bin/python3 attack.py; exit 0`;
      const options = ["--run-dir", runs, "--model", "openai/gpt-1"];
      let isOver = false;
      const running = attack(ground, { script, options, environment: environmentFor("http://127.0.0.1:9") }).finally(
        () => {
          isOver = true;
        },
      );
      let most = 0;
      const passed: string[] = [];
      while (!isOver) {
        for (const host of findCommandLines(new RegExp(`host.process.*${runs}`))) {
          const files = openFiles(host);
          most = Math.max(most, files.length);
          passed.push(...files.filter((file) => file.endsWith("/passed")));
        }
        await sleep(50);
      }
      expect(most).toBeGreaterThan(10);
      expect(most).toBeLessThan(150);
      expect(passed).toEqual([]);
      await expectOneEnd(await running);
    },
  );
});

function openFiles(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((name) => {
      try {
        return [readlinkSync(`/proc/${pid}/fd/${name}`)];
      } catch {
        return [];
      }
    });
  } catch {
    return [];
  }
}
