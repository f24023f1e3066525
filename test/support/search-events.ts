import type { EventOf, SearchEvent } from "../../src/agents/search/events.ts";

/** An experiment to make up. */
export interface MadeExperiment {
  readonly parents?: readonly string[];
  /** Null: it failed. Absent: it is under way. */
  readonly score?: number | null;
  readonly suspicious?: string;
  readonly idea?: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly excerpt?: string;
}

/** What a search records that takes one step for each of these experiments. `text` is in everything that others write. */
export function searchEventsOf(
  experiments: readonly MadeExperiment[],
  { text = "", isOver = true }: { readonly text?: string; readonly isOver?: boolean } = {},
): SearchEvent[] {
  const started: SearchEvent = {
    type: "started",
    settings: "0".repeat(64),
    seed: 0,
    wallClockMs: 600_000,
    lowerIsBetter: false,
    program: "main.py",
    task: text,
  };
  const cards = [{ name: `a card ${text}`, why: `it fits ${text}` }];
  const events = experiments.flatMap((experiment, index) => eventsOf(experiment, index + 1, text));
  const end: SearchEvent[] = isOver ? [{ type: "finished", reason: `There was nothing left to try. ${text}` }] : [];
  const pretrained: SearchEvent = {
    type: "pretrained",
    hub: "the hub",
    searched: [`words ${text}`],
    models: [{ id: `a/model ${text}`, task: null, parameters: 1e6, licence: text, downloads: 3 }],
    excluded: [{ id: `another/model ${text}`, reason: `it is large ${text}` }],
    notes: [`The hub failed. ${text}`],
  };
  const repositories: SearchEvent = {
    type: "repositories",
    chosen: [{ name: `a repository ${text}`, why: `it fits ${text}`, digest: text }],
    excluded: [{ name: `another repository ${text}`, reason: `it is a fork ${text}` }],
    searched: { api: "the API", queries: [`words ${text}`], notes: [`GitHub failed. ${text}`] },
  };
  return [
    started,
    { type: "knowledge", cards },
    pretrained,
    repositories,
    { type: "stage", from: null, to: "full" },
    ...events,
    ...end,
  ];
}

function eventsOf(made: MadeExperiment, number: number, text: string): SearchEvent[] {
  const id = `experiment_${number}`;
  const {
    parents = [],
    score,
    suspicious = null,
    idea = `Idea ${number}. ${text}`,
    excerpt = `printed ${text}`,
  } = made;
  const operator = parents.length === 0 ? "draft" : parents.length > 1 ? "ensemble" : "improve";
  const budget = { used: 0.1, secondsLeft: 500, costLeft: null, stepsLeft: 20 };
  const run = {
    kind: "full",
    end: score === null ? "failed" : "finished",
    exitCode: score === null ? 1 : 0,
    seconds: 2,
  } as const;
  const ideas = [
    {
      id: `idea-${number}`,
      text: idea,
      operator,
      parent: parents[0] ?? null,
      expectedSeconds: null,
      from: "reasoning",
      step: number,
      isPruned: false,
    },
  ] as EventOf<"decided">["ideas"];
  const begun: SearchEvent[] = [
    { type: "step", number, stage: "full", sample: 1, budget },
    {
      type: "decided",
      step: number,
      ideas,
      pruned: [],
      actions: [{ operator, parents: [...parents], idea: `idea-${number}` }],
      fallbacks: text === "" ? [] : [`A rule decided. ${text}`],
    },
    { type: "experiment", id, step: number, operator, parents: [...parents], idea: `idea-${number}`, stage: "full" },
    {
      type: "asked",
      key: `${id}/v1/answer-1`,
      role: "coding",
      model: "made/model",
      text: "",
      inputTokens: 100,
      outputTokens: 10,
      cost: 0.01,
    },
  ];
  if (score === undefined) return begun;
  const files = { "main.py": `print(${number})\n# ${text}\n`, ...made.files };
  const judged = {
    score,
    basis: "rehearsal",
    comparable: "rehearsal full",
    suspicious,
    notes: `Notes. ${text}`,
  } as const;
  return [
    ...begun,
    {
      type: "coded",
      experiment: id,
      version: 1,
      commit: "c".repeat(40),
      summary: `Done. ${text}`,
      failure: null,
      files,
      isWhole: true,
    },
    { type: "ran", experiment: id, version: 1, run: { ...run, log: `${id}.log`, excerpt } },
    ...(score === null ? [] : ([{ type: "evaluated", experiment: id, evaluation: judged }] as const)),
    {
      type: "ended",
      experiment: id,
      state: score === null ? "failed" : "good",
      failure: score === null ? `It failed. ${text}` : null,
    },
  ];
}
