import { execFile, fork } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { writeZip } from "../../../src/lib/archive/write-zip.ts";
import { MissingData } from "../../../src/lib/errors.ts";
import type { Validation, ValidationOptions } from "../../../src/runs/validation/start-validation.ts";
import type { ValidationCall } from "../../../src/runs/validation/validation-server.ts";
import { ownMemory } from "../../support/own-memory.ts";
import { requireProgram } from "../../support/system-programs.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { withMoreTime } from "../../support/with-more-time.ts";
import { ask, competitionId, preparePublicData, read, startValidation } from "./fixture.ts";

const run = promisify(execFile);
const place = temporaryDirectory();
const publicData = await preparePublicData(place("data"));
const samplePath = join(publicData, "sample_submission.csv");
const sample = read(samplePath);
// Whatever works here works without the answers.
renameSync(join(dirname(publicData), "private"), place("answers-taken-away"));
const patient = { intervalMs: 0 };
const megabyte = 2 ** 20;

/** Starts a validation, hands it over with the list of its calls, and closes it. */
async function withValidation(
  options: Partial<ValidationOptions>,
  use: (validation: Validation, calls: ValidationCall[]) => Promise<void>,
): Promise<void> {
  const calls: ValidationCall[] = [];
  const onCall = (call: ValidationCall): void => void calls.push(call);
  const scratch = mkdtempSync(place("scratch-"));
  const validation = await startValidation({
    competitionId,
    samplePath,
    onCall,
    scratch,
    limits: patient,
    ...options,
  });
  try {
    await use(validation, calls);
  } finally {
    await validation.close();
  }
  expect(existsSync(dirname(dirname(validation.socket)))).toBe(false);
  expect(readdirSync(scratch)).toEqual([]);
}

/** Parts of `count` megabytes that are no table. */
async function* megabytes(count: number, pauseMs = 0): AsyncGenerator<Buffer> {
  const chunk = Buffer.alloc(megabyte, "0123456789abcde\n");
  for (let index = 0; index < count; index += 1) {
    yield chunk;
    if (pauseMs > 0) await sleep(pauseMs);
  }
}

test("a valid submission is reported as valid, over the socket and the port, as a form and as a body", async () => {
  await withValidation({ listen: true }, async ({ socket, url }, calls) => {
    const valid = { result: "Submission is valid.", valid: true };
    expect(await ask(socket, "/validate", sample)).toMatchObject({ status: 200, body: valid });
    const form = new FormData();
    form.set("note", "not this one");
    form.set("file", new Blob([sample]), "submission.csv");
    const response = await fetch(`${url}/validate`, { method: "POST", body: form });
    expect([response.status, await response.json()]).toEqual([200, valid]);
    const call = { valid: true, answer: "Submission is valid.", bytes: Buffer.byteLength(sample) };
    expect(calls).toEqual([call, call]);
  });
});

test.skipIf(requireProgram("curl", "curl") === null)("curl sends a file to the port and to the socket", async () => {
  await withValidation({ listen: true }, async ({ socket, url }) => {
    const upload = ["-sS", "-F", `file=@${samplePath}`];
    const ways = [[`${url}/validate`], ["--unix-socket", socket, "http://localhost:5000/validate"]];
    for (const way of ways) {
      expect(JSON.parse((await run("curl", [...upload, ...way])).stdout)).toMatchObject({ valid: true });
    }
  });
});

test("GET /health answers, and other paths name the existing ones", async () => {
  await withValidation({}, async ({ socket, url }) => {
    expect(url).toBe(null);
    expect(await ask(socket, "/health")).toMatchObject({ status: 200, body: { status: "running" } });
    expect(await ask(socket, "/grade")).toMatchObject({
      status: 404,
      body: { error: expect.stringMatching(/validate/) },
    });
  });
});

test("the user in a sandbox can use the socket, which is alone in a folder that is closed to other users", async () => {
  await withValidation({}, async ({ socket }) => {
    expect(statSync(socket).mode & 0o777).toBe(0o666);
    expect(statSync(dirname(socket)).mode & 0o777).toBe(0o700);
    expect(readdirSync(dirname(socket))).toEqual(["validate.sock"]);
    expect(socket.length).toBeLessThan(100);
  });
});

test.each([
  ["lacks a column", sample.replace("sales", "price"), /sales/],
  ["lacks rows", sample.split("\n").slice(0, 9).join("\n"), /8 rows, expected 336/],
  ["holds no numbers", sample.replace(/,0$/gm, ",many"), /many/],
  ["is empty", "", /Submission invalid! ./],
  ["is no table", Buffer.from([0, 255, 216, 34, 10, 44, 0, 1]), /Submission invalid! ./],
])("a submission that %s is told what is wrong", async (_, content, reason) => {
  await withValidation({}, async ({ socket }, calls) => {
    const { status, body } = await ask(socket, "/validate", content);
    expect(status).toBe(200);
    expect(body.valid).toBe(false);
    expect(body.result).toMatch(/^Submission invalid! /);
    expect(body.result).toMatch(reason);
    expect(body.result).not.toContain(place());
    expect(calls).toEqual([{ valid: false, answer: body.result, bytes: Buffer.byteLength(content) }]);
  });
});

test("a very long cell does not make a very long answer", async () => {
  await withValidation({}, async ({ socket }) => {
    const { body } = await ask(socket, "/validate", sample.replace(/,0$/m, `,${"x".repeat(megabyte)}`));
    expect(body.valid).toBe(false);
    expect(body.result!.length).toBeLessThan(2100);
  });
});

test("the answer to a call without a file says how to send one", async () => {
  const boundary = { "Content-Type": "multipart/form-data; boundary=xyz" };
  await withValidation({}, async ({ socket }, calls) => {
    const example = { error: expect.stringMatching(/curl -F "file=@/) };
    expect(await ask(socket, "/validate", "a=b", {})).toMatchObject({ status: 400, body: example });
    const other = '--xyz\r\nContent-Disposition: form-data; name="other"\r\n\r\n1\r\n--xyz--\r\n';
    expect(await ask(socket, "/validate", other, boundary)).toMatchObject({ status: 400, body: example });
    const cut = '--xyz\r\nContent-Disposition: form-data; name="file"\r\n\r\nid,sales\r\n--xy';
    expect(await ask(socket, "/validate", cut, boundary)).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/is incomplete/) },
    });
    expect(calls.map(({ valid }) => valid)).toEqual([null, null, null]);
  });
});

test("a form is read the same way however its bytes are split", async () => {
  const rows = sample.replaceAll("\n", "\r\n");
  const text = `preamble\r\n--a-b\r\nContent-Disposition: form-data; name="file"; filename="--a-b.csv"\r\nContent-Type: text/csv\r\n\r\n${rows}\r\n--a-b--\r\n`;
  const bytes = Buffer.from(text);
  const headers = { "Content-Type": 'multipart/form-data; charset=utf-8; boundary="a-b"' };
  await withValidation({ limits: { intervalMs: 0, burst: 100 } }, async ({ socket }, calls) => {
    for (const size of [1009, 97, 61]) {
      const pieces = async function* () {
        for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
      };
      expect((await ask(socket, "/validate", pieces(), headers)).body).toMatchObject({ valid: true });
    }
    expect(calls.map((call) => call.bytes)).toEqual([1, 1, 1].map(() => Buffer.byteLength(rows)));
  });
});

test("200 MB are received without being held in memory", async () => {
  await withValidation({}, async ({ socket }, calls) => {
    const before = ownMemory();
    let peak = before;
    const timer = setInterval(() => {
      peak = Math.max(peak, ownMemory());
    }, 10);
    const { body } = await ask(socket, "/validate", megabytes(200));
    clearInterval(timer);
    expect(body.valid).toBe(false);
    expect(calls[0]!.bytes).toBe(200 * megabyte);
    expect(peak - before).toBeLessThan(100 * megabyte);
  });
});

test("a file that is too large is rejected, by its announced and by its actual size", async () => {
  await withValidation({ limits: { ...patient, bodyBytes: 3 * megabyte } }, async ({ socket }, calls) => {
    const refused = { status: 413, body: { error: expect.stringMatching(/the limit is 3145728 bytes/) } };
    expect(await ask(socket, "/validate", Buffer.alloc(4 * megabyte))).toMatchObject(refused);
    expect(await ask(socket, "/validate", megabytes(8, 5))).toMatchObject(refused);
    expect(calls.map(({ valid }) => valid)).toEqual([null, null]);
    expect((await ask(socket, "/validate", sample)).status).toBe(200);
  });
});

test("a check that takes too long is stopped, and the next file is checked", async () => {
  const numbers = (cell: (index: number) => string): string =>
    `${Array.from({ length: 300 }, (_, i) => cell(i)).join(",")}\n`;
  // Numbers of many digits with small exponents are the slowest to read.
  const row = numbers((index) => `1.2345678901234567890123456789e-${index}`);
  const slow = Buffer.from(numbers((index) => `c${index}`) + row.repeat(14_000));
  const checkBoth = async (checkMs: number) => {
    let verdicts: unknown[] = [];
    await withValidation({ limits: { ...patient, checkMs } }, async ({ socket }, calls) => {
      const { status, body } = await ask(socket, "/validate", slow);
      expect(status).toBe(200);
      expect(calls[0]!.valid).toBe(null);
      verdicts = [body, (await ask(socket, "/validate", sample)).body];
    });
    return verdicts;
  };
  const isValid = (body: unknown): boolean => (body as { valid: unknown }).valid === true;
  const [first, second] = await withMoreTime(500, checkBoth, (verdicts) => isValid(verdicts[1]));
  expect(first).toEqual({ valid: null, result: expect.stringMatching(/could not be checked! .*longer than \d/) });
  expect(second).toMatchObject({ valid: true });
});

test("a check that takes too much memory is stopped", async () => {
  const rows = Array.from({ length: 500_000 }, (_, row) => `${row},a value of its own for row ${row}\n`).join("");
  await withValidation({ limits: { ...patient, memoryMb: 70 } }, async ({ socket }, calls) => {
    const { status, body } = await ask(socket, "/validate", `id,sales\n${rows.repeat(4)}`);
    expect(status).toBe(200);
    expect(body).toEqual({ valid: null, result: expect.stringMatching(/could not be checked! .*out of memory/) });
    expect(calls[0]!.valid).toBe(null);
  });
});

test("an upload that is too slow is stopped, an interrupted one is recorded", async () => {
  await withValidation({ limits: { ...patient, uploadMs: 500 } }, async ({ socket }, calls) => {
    const answer = await ask(socket, "/validate", megabytes(100, 100));
    expect(answer).toMatchObject({ status: 408, body: { error: expect.stringMatching(/longer than 0.5 s/) } });
    const client = connect(socket);
    client.write(
      "POST /validate HTTP/1.1\r\nHost: x\r\nContent-Type: text/csv\r\nContent-Length: 1000\r\n\r\nid,sales\n",
    );
    await sleep(100);
    client.destroy();
    await expect.poll(() => calls.length).toBe(2);
    expect(calls[1]).toMatchObject({ valid: null, answer: "The upload was interrupted." });
    // A busy machine may need more than half a second.
    await expect.poll(async () => (await ask(socket, "/validate", sample)).body.valid).toBe(true);
  });
});

test("calls over the rate limit are rejected until some time has passed", async () => {
  await withValidation({ limits: { intervalMs: 600_000, burst: 2 } }, async ({ socket }, calls) => {
    const answers = [];
    for (let turn = 0; turn < 5; turn += 1) answers.push(await ask(socket, "/validate", "a=b", {}));
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 429, 429, 429]);
    expect(answers[2]!.headers["retry-after"]).toMatch(/^(600|5\d\d)$/);
    expect(answers[2]!.body.error).toMatch(/Too many calls .*try again in (600|5\d\d) s/);
    expect(calls).toHaveLength(2);
  });
  await withValidation({ limits: { intervalMs: 500, burst: 1 } }, async ({ socket }) => {
    expect((await ask(socket, "/validate", "a=b", {})).status).toBe(400);
    await expect.poll(async () => (await ask(socket, "/validate", sample)).status, { interval: 600 }).toBe(200);
  });
});

test("calls at the same time are checked one after the other, and no more than a few wait", async () => {
  await withValidation({ limits: { intervalMs: 0, burst: 100, atOnce: 3 } }, async ({ socket }, calls) => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(socket, "/validate", sample)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses.slice(0, 3)).toEqual([200, 200, 200]);
    expect(statuses.at(-1)).toBe(429);
    expect(calls.length).toBe(statuses.filter((status) => status === 200).length);
  });
});

test("an error of ours is reported without paths of the host", async () => {
  const broken = place("gone.csv");
  writeFileSync(broken, sample);
  await withValidation({ samplePath: broken }, async ({ socket }, calls) => {
    renameSync(broken, place("went.csv"));
    const { status, body } = await ask(socket, "/validate", sample);
    expect(status).toBe(500);
    expect(body).toEqual({
      error: expect.stringMatching(/not because of the submission/),
      details: expect.any(String),
    });
    expect(JSON.stringify(body)).not.toContain(place());
    expect(calls).toMatchObject([{ valid: null }]);
  });
});

test("closing stops open calls", async () => {
  const validation = await startValidation({ competitionId, samplePath, onCall: () => undefined });
  const asked = ask(validation.socket, "/validate", megabytes(1000, 50)).catch(() => "cut off");
  await sleep(200);
  await validation.close();
  await validation.close();
  expect(await asked).toBe("cut off");
  expect(existsSync(validation.tools)).toBe(false);
});

test("folders of validations whose process was killed are removed by the next one, those in use are not", async () => {
  const folder = mkdtempSync(join(tmpdir(), "mlebench-validation-"));
  mkdirSync(join(folder, "socket"));
  const socket = join(folder, "socket", "validate.sock");
  const script = `require("node:net").createServer().listen(${JSON.stringify(socket)}, () => process.kill(process.pid, "SIGKILL"))`;
  await run(process.execPath, ["-e", script]).catch(() => undefined);
  await withValidation({}, async (older) => {
    const minuteAgo = Date.now() / 1000 - 60;
    for (const path of [socket, older.socket]) utimesSync(path, minuteAgo, minuteAgo);
    await withValidation({}, async () => {
      expect(existsSync(folder)).toBe(false);
      expect((await ask(older.socket, "/health")).status).toBe(200);
    });
  });
});

test("an archived sample submission is unpacked, a missing one is an error at the start", async () => {
  await writeZip(place("sample.zip"), [{ name: "sample.csv", content: Buffer.from(sample) }]);
  await withValidation({ samplePath: place("sample.zip") }, async ({ socket }) => {
    expect((await ask(socket, "/validate", sample)).body.valid).toBe(true);
  });
  const options = { competitionId, samplePath: place("nowhere.csv"), onCall: () => undefined };
  const failed = startValidation(options);
  await expect(failed).rejects.toThrow(/sample submission cannot be read/);
  await expect(failed).rejects.toMatchObject({ name: MissingData.name });
});

test("the bundled command has the checking process as well", async () => {
  const child = fork(fileURLToPath(new URL("../../../dist/cli/validation.process.js", import.meta.url)));
  child.send({ question: { competitionId, submissionPath: samplePath, samplePath } });
  expect(await new Promise((resolve) => child.once("message", resolve))).toEqual({ answer: { valid: true } });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.disconnect();
  expect(await ended).toBe(0);
});
