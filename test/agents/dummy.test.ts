import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { agentFor, chooseAgent } from "../../src/agents/index.ts";
import { getCompetition } from "../../src/competitions/get-competition.ts";
import { prepareCompetition } from "../../src/runs/preparation/prepare-competition.ts";
import { bubblewrapSandboxes } from "../../src/sandboxes/bubblewrap/bubblewrap.ts";
import { localSandboxes } from "../../src/sandboxes/local/local.ts";
import { hasBubblewrap } from "../support/bubblewrap.ts";
import { goldenArchive } from "../support/golden-preparations.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { actIn, prepareDemo } from "./act-in.ts";

const place = temporaryDirectory();
const competitionId = "demo-repair-minutes";
const dummy = await agentFor(chooseAgent("dummy"));
let publicData: string;
beforeAll(async () => {
  publicData = await prepareDemo(competitionId, place("data"));
});
const lines = (output: string): string[] => output.trimEnd().split("\n");

describe("the dummy's report", () => {
  test.skipIf(!hasBubblewrap)("shows the isolation of bubblewrap", async () => {
    const { end, output, submission } = await actIn(bubblewrapSandboxes(), dummy, { competitionId, publicData });
    expect(end.exitCode).toBe(0);
    expect(submission).toBe(readFileSync(join(publicData, "sample_submission.csv"), "utf8"));
    expect(lines(output).filter((line) => !/^(can {5}|cannot {2})\S/.test(line))).toEqual([]);
    expect(lines(output)).toEqual(
      expect.arrayContaining([
        "can     act as user 1000, group 1000",
        "cannot  act as root",
        "cannot  become root with sudo",
        "can     read /home/data",
        "cannot  write /home/data",
        "can     write /home/submission",
        "can     write /home/code",
        "can     write /home/logs",
        "can     write /tmp",
        "cannot  write /home",
        "cannot  write /",
        "cannot  read /root",
        "can     read /home/data/description.md",
        "cannot  read /home/instructions.txt",
        "cannot  read /etc/shadow",
        "cannot  read /var/run/docker.sock",
        "cannot  find answers",
        "cannot  reach the network: there is no route",
        "cannot  see other processes",
        "cannot  validate: VALIDATE_SCRIPT is not set",
      ]),
    );
  });

  test("shows that the local sandbox isolates nothing", async () => {
    const { end, output, submission } = await actIn(localSandboxes(), dummy, { competitionId, publicData });
    expect(end.exitCode).toBe(0);
    expect(submission).toBe(readFileSync(join(publicData, "sample_submission.csv"), "utf8"));
    expect(lines(output)).toContain(`can     find answers: ${publicData}/../private`);
    expect(output).toMatch(/^can {5}see other processes: \d+$/m);
    if (process.getuid?.() === 0) expect(lines(output)).toContain("can     act as root");
  });

  test.skipIf(!hasBubblewrap)("names variables and never shows a value, not even a line of one", async () => {
    const secret = "first\nSECRETLINE=more\nc2VjcmV0=\n";
    const settings = { environment: { API_KEY: secret }, limits: { processes: 77, wallClockMs: 600_000 } };
    const { output } = await actIn(bubblewrapSandboxes(), dummy, { competitionId, publicData, settings });
    const [named] = lines(output).filter((line) => line.startsWith("can     see the variables"));
    expect(named?.split(" ")).toEqual(expect.arrayContaining(["API_KEY", "COMPETITION_ID", "DATA_DIR", "SEED"]));
    expect(output).not.toMatch(/SECRETLINE|c2VjcmV0|first/);
  });

  test.skipIf(!hasBubblewrap)("finds answers that were mounted by mistake", async () => {
    // As upstream leaves them: readable for every user.
    chmodSync(place("data", competitionId, "prepared", "private"), 0o755);
    const mounted = { "/opt/all-data": place("data") };
    const { output } = await actIn(bubblewrapSandboxes(), dummy, { competitionId, publicData, mounted });
    expect(output).toMatch(/^can {5}find answers: \/opt\/all-data\/.*\/private\//m);
  });

  test.each([
    ["echo is valid", "can     validate: is valid"],
    ["echo no such column; exit 1", "cannot  validate: no such column"],
  ])("runs the validation program and repeats its answer: %s", async (script, expected) => {
    const program = place("validate.sh");
    writeFileSync(program, `[ "$1" = "$SUBMISSION_DIR/submission.csv" ] || exit 9\n${script}\n`);
    const settings = { environment: { VALIDATE_SCRIPT: program } };
    const { output } = await actIn(localSandboxes(), dummy, { competitionId, publicData, settings });
    expect(lines(output)).toContain(expected);
  });
});

describe("a sample submission that is not a CSV file of the public data", () => {
  test.skipIf(!hasBubblewrap)("is unpacked beforehand and submitted", async () => {
    const id = "invasive-species-monitoring";
    await prepareCompetition(await getCompetition(id), {
      dataDirectory: place("packed"),
      source: { archive: goldenArchive(id) },
      verification: "none",
      upstreamUrl: "http://127.0.0.1:1",
    });
    const data = place("packed", id, "prepared", "public");
    for (const provider of [bubblewrapSandboxes(), localSandboxes()]) {
      const { output, submission } = await actIn(provider, dummy, { competitionId: id, publicData: data });
      expect(submission).toMatch(/^name,invasive\n/);
      expect(output).toContain("unpacked from the public data's sample_submission.csv.zip");
    }
  });

  test("is reported when it is missing, and nothing is submitted", async () => {
    for (const part of ["public", "private"]) mkdirSync(place("none", part), { recursive: true });
    const acted = await actIn(localSandboxes(), dummy, { competitionId, publicData: place("none", "public") });
    expect(lines(acted.output)[0]).toBe(
      "cannot  submit the sample submission: the public data has no sample_submission.csv",
    );
    expect([acted.end.exitCode, acted.submission]).toEqual([1, null]);
  });
});
