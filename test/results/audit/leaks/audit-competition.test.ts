import { expect, test } from "vitest";
import { getCompetition } from "../../../../src/competitions/get-competition.ts";
import { QuickRandom } from "../../../../src/lib/random/quick-random.ts";
import { auditCompetition } from "../../../../src/results/audit/leaks/audit-competition.ts";
import { temporaryDirectory } from "../../../support/temporary-directory.ts";
import { csv, type Files, writePrepared } from "./write-data.ts";

const place = temporaryDirectory();
let folders = 0;

async function audit(id: string, files: Files) {
  folders += 1;
  const prepared = writePrepared(place(String(folders)), files);
  return auditCompetition(await getCompetition(id), { prepared, images: 100 });
}

/** Requests for pizza. Whoever gave one is sometimes known. */
function pizza(seed: number, giver: (received: boolean, random: QuickRandom) => string): Files {
  const random = new QuickRandom(seed);
  const request = (row: number) => {
    const received = random.chance(0.25);
    return {
      request_id: `t3_${row}`,
      giver_username_if_known: giver(received, random),
      requester_number_of_posts_at_request: Math.floor(random.next() * 900) + (received ? 100 : 0),
      request_text: `please ${Math.floor(random.next() * 1e9)}`,
      requester_received_pizza: received,
    };
  };
  const [train, test] = [600, 300].map((count, part) =>
    Array.from({ length: count }, (_, row) => request(row + part * 1e4)),
  );
  const answers = test!.map((each) => [each.request_id, Number(each.requester_received_pizza)]);
  return {
    "public/train.json": JSON.stringify(train),
    "public/test.json": JSON.stringify(test!.map(({ requester_received_pizza: _, ...rest }) => rest)),
    "public/sampleSubmission.csv": csv(
      "request_id,requester_received_pizza",
      answers.map(([id]) => [id!, 0]),
    ),
    "private/test.csv": csv("request_id,requester_received_pizza", answers),
  };
}

test("a name that is only known when the request was granted is found", async () => {
  const leaky = pizza(1, (received, random) => (received && random.chance(0.4) ? `user${random.next()}` : "N/A"));
  const { findings, examined } = await audit("random-acts-of-pizza", leaky);
  expect(findings).toMatchObject([
    { check: "predictive-column", severity: "high", where: "public/test.json: giver_username_if_known" },
  ]);
  expect(findings[0]!.evidence).toMatch(/rows in which it is not "N\/A" have the answer "1"; 2\d % of all rows do/);
  expect(examined).toMatchObject({ answers: 300, tables: 2, files: 3 });
});

test("columns that only help are not reported", async () => {
  for (let seed = 2; seed < 12; seed += 1) {
    const clean = pizza(seed, (_, random) => (random.chance(0.1) ? `user${random.next()}` : "N/A"));
    expect((await audit("random-acts-of-pizza", clean)).findings).toEqual([]);
  }
});

test("data that is not prepared is named, with the command that prepares it", async () => {
  await expect(audit("random-acts-of-pizza", {})).rejects.toThrow(/Run `mlebench prepare -c random-acts-of-pizza`/);
});
