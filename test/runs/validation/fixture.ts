import { once } from "node:events";
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { getCompetition } from "../../../src/competitions/get-competition.ts";
import { prepareCompetition } from "../../../src/runs/preparation/prepare-competition.ts";
import type * as start from "../../../src/runs/validation/start-validation.ts";
import type * as access from "../../../src/runs/validation/validation-access.ts";

export const competitionId = "demo-bakery-sales";

/** The built code: a worker thread cannot be started from TypeScript. */
const built = async (name: string): Promise<unknown> =>
  await import(new URL(`../../../dist/runs/validation/${name}.js`, import.meta.url).href);
export const { startValidation } = (await built("start-validation")) as typeof start;
export const { validationAccess, sharesHostNetwork } = (await built("validation-access")) as typeof access;

/** Prepares the demo competition below a folder and returns its public data. */
export async function preparePublicData(dataDirectory: string): Promise<string> {
  const competition = await getCompetition(competitionId);
  await prepareCompetition(competition, { dataDirectory, upstreamUrl: "http://127.0.0.1:1" });
  return join(dataDirectory, competitionId, "prepared", "public");
}

export interface TestAnswer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: { result?: string; valid?: boolean | null; error?: string; details?: string; status?: string };
}

/** One request over the unix socket. A body that is an iterable is sent as it comes. */
export function ask(
  socketPath: string,
  path: string,
  body?: string | Buffer | AsyncIterable<Buffer>,
  headers: Record<string, string> = { "Content-Type": "text/csv" },
): Promise<TestAnswer> {
  return new Promise((resolve, reject) => {
    const options = { socketPath, path, method: body === undefined ? "GET" : "POST", headers };
    const sent = request(options, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      const text = Buffer.concat(chunks).toString();
      resolve({ status: response.statusCode!, headers: response.headers, body: JSON.parse(text) });
    });
    sent.on("error", reject);
    if (body === undefined || typeof body === "string" || Buffer.isBuffer(body)) return void sent.end(body);
    void (async () => {
      for await (const chunk of body) {
        if (sent.destroyed || sent.writableEnded) return;
        if (!sent.write(chunk)) await once(sent, "drain").catch(() => undefined);
      }
      sent.end();
    })();
  });
}

export const read = (path: string): string => readFileSync(path, "utf8");
