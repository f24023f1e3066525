import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import type { AgentEvent } from "../../src/contracts/agent.ts";
import type { Medal } from "../../src/grade/rank-score.ts";
import { type Lock, takeLock } from "../../src/lib/files/lock-file.ts";
import { sha256 } from "../../src/lib/hashing.ts";
import { Journal } from "../../src/lib/journal/journal.ts";
import { type GroupPlan, planKey, plannedRuns } from "../../src/runs/record/group-plan.ts";
import { formatHashList } from "../../src/runs/record/hash-list.ts";
import type { GroupEvent, RunEnd, RunEvent } from "../../src/runs/record/run-events.ts";
import { groupFiles, runFiles } from "../../src/runs/record/run-folder.ts";
import { writeSummaries } from "../../src/runs/upstream-formats/write-summaries.ts";

/** How far a run is to get, and what comes of it. */
export interface MadeRun {
  /** Default: `ended`; `recorded` is the one whose end the group's journal does not know. */
  readonly until?:
    | "planned"
    | "started"
    | "open"
    | "interrupted"
    | "stopped"
    | "sealed"
    | "graded"
    | "unrecorded"
    | "ended";
  readonly end?: RunEnd;
  readonly reason?: string;
  /** Null: no submission. Default: 0.8. */
  readonly score?: number | null;
  /** A submission that the grader refuses. */
  readonly invalid?: boolean;
  /** What the grader says about it. */
  readonly failure?: string;
  readonly medal?: Medal | null;
  readonly percentile?: number;
  readonly candidates?: number;
  readonly output?: string;
  readonly elapsedMs?: number;
  /** Attempts that are cut off before the one that counts. */
  readonly interrupted?: number;
  /** What the agent recorded itself, in its last attempt, and when. */
  readonly events?: readonly { readonly elapsedMs: number; readonly event: AgentEvent }[];
  /** Scores that it got for its rehearsal, in its last attempt. */
  readonly rehearsals?: readonly number[];
  /** Names of more files that the agent leaves in its code folder. */
  readonly code?: readonly string[];
}

export interface MadeGroup {
  readonly name?: string;
  /** Default: now. */
  readonly createdAt?: string;
  readonly agent?: GroupPlan["agent"];
  readonly competitions?: readonly string[];
  readonly seeds?: readonly number[];
  readonly wallClockMs?: number;
  /** The model that agents get. Default: none. */
  readonly model?: string;
  readonly retain?: boolean;
  readonly run?: (id: string) => MadeRun;
  /** Default: `ended`; `alive` takes the lock for this process, `killed` leaves that of one long gone. */
  readonly host?: "none" | "alive" | "killed" | "ended" | { readonly elsewhere: string };
  /** Only the journals: for groups of thousands. */
  readonly journalsOnly?: boolean;
}

const sandbox: Extract<RunEvent, { type: "opened" }>["sandbox"] = {
  sandbox: "bubblewrap",
  isolation: "none",
  network: "none",
  limits: {},
  enforcement: {},
  notes: [],
};

/** A process number that no process has: beyond the largest one that Linux gives out. */
const noProcess = 2 ** 22 + 1;

export function makePlan(made: MadeGroup): GroupPlan {
  const choices = {
    edition: "v1" as const,
    agent: made.agent ?? { name: "baseline", label: "baseline", settings: {} },
    competitions: [...(made.competitions ?? ["demo-bakery-sales", "demo-plant-flowering"])],
    seeds: [...(made.seeds ?? [0, 1])],
    limits: { wallClockMs: made.wallClockMs ?? 3_600_000 },
    sandbox: { name: "bubblewrap", network: "none" as const },
    dataDirectory: "/data",
    ...(made.model === undefined
      ? {}
      : { models: { main: made.model, roles: {}, settings: {}, allow: [], aliases: {} } }),
  };
  const createdAt = made.createdAt ?? new Date().toISOString();
  const name = made.name ?? "2026-01-01T00-00-00-GMT_run-group_baseline";
  return {
    format: 2,
    name,
    key: planKey(choices),
    createdAt,
    version: "0.1.0",
    retain: made.retain ?? false,
    ...choices,
  };
}

/** Writes a group folder as a host does, with real journals. Returns the lock when the host is to be alive. */
export async function makeRunGroup(folder: string, made: MadeGroup = {}): Promise<Lock | null> {
  const plan = makePlan(made);
  const host = made.host ?? "ended";
  mkdirSync(folder, { recursive: true });
  const text = JSON.stringify(plan, null, 2);
  writeFileSync(join(folder, groupFiles.plan), text);
  const journal = Journal.open<GroupEvent>(join(folder, groupFiles.events));
  const runs = plannedRuns(plan);
  journal.append({ type: "planned", plan: sha256(text), runs: runs.length });
  const lock = host === "alive" ? takeLock(join(folder, groupFiles.lock), "The group") : null;
  if (host !== "none") {
    journal.append({ type: "host-started", pid: process.pid, host: hostname(), version: "0.1.0" });
    writeFileSync(join(folder, groupFiles.log), "host: started\n");
  }
  for (const { id, competitionId } of runs) {
    makeRun(join(folder, id), id, competitionId, made.run?.(id) ?? {}, journal, made.journalsOnly === true);
  }
  if (host === "killed" || typeof host === "object") {
    const machine = typeof host === "object" ? host.elsewhere : hostname();
    writeFileSync(join(folder, groupFiles.lock), JSON.stringify({ pid: noProcess, host: machine, started: null }));
  }
  if (host === "ended") {
    const files = made.journalsOnly === true ? {} : await writeSummaries(folder);
    journal.append({ type: "host-ended", why: "complete", files });
  }
  journal.close();
  return lock;
}

/** One run's folder, and its lines in the group's journal. */
export function makeRun(
  folder: string,
  id: string,
  competitionId: string,
  made: MadeRun,
  group: Journal<GroupEvent>,
  journalsOnly = false,
): void {
  const until = made.until ?? "ended";
  if (until === "planned") return;
  const attempt = (made.interrupted ?? 0) + 1;
  for (let number = 1; number <= attempt; number += 1) group.append({ type: "run-started", run: id, attempt: number });
  if (until === "started") return;
  const put = (name: string, content: string) => {
    if (journalsOnly) return;
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), content);
  };
  mkdirSync(folder, { recursive: true });
  const journal = Journal.open<RunEvent>(join(folder, runFiles.events));
  const { name } = JSON.parse(readFileSync(join(folder, "..", groupFiles.plan), "utf8")) as GroupPlan;
  const seed = Number(id.split("_seed-")[1]);
  const record = JSON.stringify({ format: 2, run: id, group: name, competition: competitionId, seed });
  const elapsedMs = made.elapsedMs ?? 1000;
  put(runFiles.record, record);
  const candidates = made.candidates ?? 1;
  const submission = (number: number) => `id,value\n1,${number}\n`;
  for (let number = 1; number <= attempt; number += 1) {
    journal.append({ type: "opened", attempt: number, record: sha256(record), sandbox });
    const aside = number < attempt ? join(runFiles.attempts, String(number)) : "";
    put(join(aside, runFiles.record), record);
    put(join(aside, runFiles.output), made.output ?? `attempt ${number}\ntraining\nfold 5 of 5\n`);
    journal.append({ type: "usage", elapsedMs: 10, cpuMs: 5, memoryBytes: 1e6, diskBytes: 100, processes: 2 });
    for (let index = 1; index <= candidates; index += 1) {
      const file = join(runFiles.candidates, `${index}.csv`);
      const content = submission(index);
      put(join(aside, file), content);
      const seal = { bytes: content.length, sha256: sha256(content) };
      journal.append({ type: "candidate", elapsedMs: (elapsedMs * index) / (candidates + 1), file, ...seal });
    }
    if (number === attempt) {
      for (const each of made.events ?? []) journal.append({ type: "agent", ...each });
      for (const score of made.rehearsals ?? []) {
        journal.append({ type: "rehearsal", elapsedMs, score, answer: `Score: ${score}`, bytes: 10 });
      }
    }
    if (number < attempt) journal.append({ type: "interrupted", attempt: number, reason: "The machine stopped." });
  }
  const head = finish();
  journal.close();
  if (head !== null) group.append({ type: "run-ended", run: id, end: made.end ?? "finished", head, actMs: elapsedMs });

  function finish(): string | null {
    const end = made.end ?? "finished";
    const reason = made.reason ?? (end === "finished" ? "The agent ended with exit code 0." : `It ended: ${end}.`);
    if (until === "open") return null;
    if (until === "interrupted") {
      journal.append({ type: "interrupted", attempt, reason: "The machine stopped." });
      return null;
    }
    if (end === "infrastructure-error") {
      journal.append({ type: "interrupted", attempt, reason });
      journal.append({ type: "ended", end, reason });
      return journal.head;
    }
    const isUngraded = end === "ungraded";
    const usage = { cpuMs: 65_000, peakMemoryBytes: 3 * 2 ** 29 };
    journal.append({ type: "stopped", end: isUngraded ? "finished" : end, reason, exitCode: 0, elapsedMs, ...usage });
    if (until === "stopped") return null;
    const score = made.score === undefined ? 0.8 : made.score;
    const submitted = score !== null || made.invalid === true ? submission(candidates) : null;
    put("code/main.py", "print('hello')\n");
    put("code/model/weights.bin", "0123456789");
    for (const name of made.code ?? []) put(`code/${name}`, name);
    put("logs/agent.log", "a log\n");
    if (submitted !== null) {
      put(runFiles.submission, submitted);
      if (!journalsOnly) {
        mkdirSync(join(folder, "submission"), { recursive: true });
        symlinkSync(join("..", runFiles.submission), join(folder, runFiles.linked));
      }
    }
    const list = journalsOnly ? "" : listOf(folder);
    put(runFiles.files, list);
    const seal = submitted === null ? null : { bytes: submitted.length, sha256: sha256(submitted) };
    journal.append({ type: "sealed", submission: seal, files: sha256(list), dropped: 0 });
    if (until === "sealed") return null;
    if (isUngraded) {
      journal.append({ type: "ended", end, reason });
      return journal.head;
    }
    const valid = score !== null && made.invalid !== true;
    const medal = made.medal ?? null;
    const grade = JSON.stringify(gradeOf(competitionId, made, submitted !== null));
    put(runFiles.grade, grade);
    journal.append({ type: "graded", grade: sha256(grade), valid, score: valid ? score : null, medal });
    if (until === "graded") return null;
    journal.append({ type: "ended", end, reason });
    return until === "unrecorded" ? null : journal.head;
  }
}

function listOf(folder: string): string {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /^(output\.log|submission\.csv|candidates\/|code\/|logs\/)/.test(name))
    .filter((name) => statSync(join(folder, name)).isFile());
  return formatHashList(names.sort().map((path) => ({ path, sha256: sha256(readFileSync(join(folder, path))) })));
}

function gradeOf(competitionId: string, made: MadeRun, exists: boolean): unknown {
  const valid = made.score !== null && made.invalid !== true;
  const score = valid ? (made.score ?? 0.8) : null;
  const medal = made.medal ?? null;
  const candidates = made.candidates ?? 1;
  return {
    format: 1,
    report: {
      competition_id: competitionId,
      score,
      gold_threshold: 0.95,
      silver_threshold: 0.9,
      bronze_threshold: 0.85,
      median_threshold: 0.7,
      any_medal: medal !== null,
      gold_medal: medal === "gold",
      silver_medal: medal === "silver",
      bronze_medal: medal === "bronze",
      above_median: score !== null && score > 0.7,
      submission_exists: exists,
      valid_submission: valid,
      is_lower_better: false,
      created_at: "2026-01-01T00:00:00.000000",
      submission_path: "submission.csv",
      extra: {
        unrounded_score: score,
        edition: "v1",
        percentile: valid ? (made.percentile ?? 60) : null,
        failure: made.failure === undefined ? null : { kind: "invalid", reason: made.failure },
      },
    },
    candidates: Array.from({ length: candidates }, (_, index) => ({
      file: `candidates/${index + 1}.csv`,
      elapsedMs: ((made.elapsedMs ?? 1000) * (index + 1)) / (candidates + 1),
      sha256: sha256(`id,value\n1,${index + 1}\n`),
      score: score === null ? null : score - (candidates - 1 - index) / 100,
      valid,
      medal: index === candidates - 1 ? medal : null,
    })),
  };
}
