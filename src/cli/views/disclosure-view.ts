import { formatBytes, formatMebibytes } from "../../lib/format-bytes.ts";
import { formatDollars } from "../../lib/format-dollars.ts";
import { formatSeconds } from "../../lib/format-seconds.ts";
import type { DisclosedLimit } from "../../results/leaderboard/entry/disclosed-limits.ts";
import type { Disclosure } from "../../results/leaderboard/entry/disclosure.ts";
import type { Block } from "./document.ts";
import { describeEntryRow, describeLack, entryName } from "./entry-row-view.ts";

type Fields = readonly (readonly [string, string])[];

/** The disclosure sheet for people: the same facts as in JSON. */
export function describeDisclosure(disclosure: Disclosure): Block[] {
  return [
    { heading: `Disclosure: ${entryName(disclosure)}` },
    {
      lines: [
        "Made from the records of the run group, not from memory. What the records do not say is at the end.",
        ...disclosure.completeness.lacks.map((lack) => `PARTIAL: ${describeLack(lack)}.`),
      ],
    },
    describeEntryRow(disclosure),
    fields("Agent and runs", runFields(disclosure)),
    limitTable(disclosure),
    fields("Sandbox, network and answers", sandboxFields(disclosure)),
    ...modelBlocks(disclosure),
    fields("Records", recordFields(disclosure)),
    {
      title: "Recommended setup",
      header: ["what", "recommended", "here", "deviates"],
      rows: disclosure.deviations.map(({ what, recommended, found, deviates }) => {
        return [what, recommended, found, deviates === null ? "unknown" : yesOrNo(deviates)];
      }),
    },
    competitionTable(disclosure),
    { title: "The records do not say", header: ["what"], rows: disclosure.notRecorded.map((each) => [each]) },
  ];
}

function runFields({ plan, settings, completeness, retried, interrupted, made, image }: Disclosure): Fields {
  const { agent, content } = plan;
  const files = Object.entries(content?.files ?? {}).map(([name, hash]) => `${name} ${hash}`);
  const versions = Object.entries(content?.versions ?? {}).map(([name, version]) => `${name} ${version}`);
  return [
    ["run group", `${plan.name}, created ${plan.createdAt}`],
    ["agent", `${agent.label} (${agent.name})`],
    ["agent's identity", content?.hash ?? "not recorded"],
    ["agent's files", orNone(files)],
    ["agent's versions", orNone(versions)],
    ["settings", JSON.stringify(settings)],
    ["image", image ?? "none"],
    ["edition", plan.edition],
    ["seeds", plan.seeds.join(", ")],
    ["runs", `${completeness.graded} of ${completeness.runs} graded`],
    [
      "missing runs",
      orNone(completeness.missing.map(({ competitionId, seed, why }) => `${competitionId} seed ${seed}: ${why}`)),
    ],
    ["started over after the agent had failed", String(retried)],
    ["attempts interrupted or failed by the harness", String(interrupted)],
    ["made with", `mlebench ${orNone(made.version)}, Node ${orNone(made.node)}, ${orNone(made.platform)}`],
  ];
}

function limitTable({ limits, unlimited }: Disclosure): Block {
  const rows = limits.map((limit) => [
    limit.name,
    formatLimit(limit),
    limit.derivedFrom ?? "the plan",
    enforcementOf(limit),
  ]);
  const off = unlimited.map((name) => [name, "unlimited", "the plan", "-"]);
  return {
    title: "Limits of each run",
    header: ["limit", "value", "origin", "held by (sandboxes opened)"],
    rows: [...rows, ...off],
  };
}

function formatLimit({ value, unit }: DisclosedLimit): string {
  if (unit === "ms") return formatSeconds(value / 1000);
  if (unit === "MiB") return formatMebibytes(value);
  if (unit === "bytes") return formatBytes(value);
  return unit === "USD" ? formatDollars(value) : String(value);
}

function enforcementOf({ enforcement }: DisclosedLimit): string {
  const ways = Object.entries(enforcement).map(([way, count]) => `${way === "none" ? "NOTHING" : way} (${count})`);
  return ways.length === 0 ? "not recorded" : ways.join(", ");
}

function sandboxFields({ sandbox, network, answers }: Disclosure): Fields {
  const unsafe = sandbox.unsafe === null ? "unknown" : sandbox.unsafe ? "NOT ISOLATED in at least one run" : "yes";
  return [
    ["sandbox", orNone(sandbox.names)],
    ["isolation", `${orNone(sandbox.isolation)}; isolated: ${unsafe}`],
    ["notes", orNone(sandbox.notes)],
    ["changed container settings", orNone(sandbox.changedSettings)],
    ["further files of the host, read-only at", orNone(sandbox.mounts)],
    ["variables set by the user", orNone(sandbox.environment)],
    ["network", orNone(network.policies)],
    ["reached beyond the harness", network.beyond],
    ["validation", `${network.validationCalls} calls, ${network.validationValid} answered with valid`],
    ["rehearsal scores", String(network.rehearsalScores)],
    ["model calls", `${network.proxyCalls} through the proxy, ${network.hostCalls} on the host`],
    ["tools of providers", network.providerTools ? "allowed" : "refused"],
    ["answers readable", `${answers.readable}: ${answers.why}`],
  ];
}

const recorded = {
  all: "all, in every attempt",
  some: "those through the harness; with an open network the agent could have made others",
  none: "none; with an open network an agent with keys of its own could have called any model",
};

function modelBlocks({ models }: Disclosure): Block[] {
  const rows = models.used.map((use) => [
    use.model,
    orNone(use.answeredBy),
    `${use.calls}${use.failed > 0 ? ` (${use.failed} failed)` : ""}`,
    String(use.inputTokens),
    String(use.outputTokens),
    use.unpriced > 0 ? `unknown (${use.unpriced} calls without a price)` : formatDollars(use.cost),
    String(use.estimated),
  ]);
  const header = [
    "model",
    "answered by",
    "calls",
    "input tokens",
    "output tokens",
    "cost",
    "calls with estimated tokens",
  ];
  return [
    fields("Models", [
      ["given to the agent", orNone(models.given)],
      ["calls recorded", recorded[models.recorded]],
      ["total cost", models.cost === null ? "unknown" : formatDollars(models.cost)],
    ]),
    ...(rows.length === 0 ? [] : [{ header, rows }]),
  ];
}

function recordFields({ verification }: Disclosure): Fields {
  const { problems, notes, head, unchecked, files, bytes } = verification;
  const shown = problems.map(({ file, problem }) => `${file}: ${problem}`);
  return [
    ["verify", problems.length === 0 ? "intact: no byte has changed" : `CHANGED: ${shown.join("; ")}`],
    ["notes", orNone(notes.map(({ file, problem }) => `${file}: ${problem}`))],
    ["checked", `${files} files, ${formatBytes(bytes)}`],
    ["head", head],
    ["not checked", unchecked ?? "nothing"],
  ];
}

function competitionTable({ competitions }: Disclosure): Block {
  const rows = competitions.map(({ competitionId, manifests, knownProblems }) => [
    competitionId,
    manifests.length === 0 ? "not recorded" : manifests.map((hash) => hash.slice(0, 16)).join(", "),
    knownProblems === null ? "unknown" : orNone(knownProblems),
  ]);
  return { title: "Competitions", header: ["competition", "prepared data (manifest)", "known problems"], rows };
}

function fields(title: string, rows: Fields): Block {
  return { title, header: ["what", "recorded"], rows };
}

function yesOrNo(value: boolean): string {
  return value ? "yes" : "no";
}

function orNone(values: readonly string[]): string {
  return values.length === 0 ? "none" : values.join(", ");
}
