import { z } from "zod";
import { reasoningEfforts } from "../../contracts/model.ts";

const count = z.int().nonnegative();
const name = z.string();

/** Must match `OperatorName`, `ProgramEnd` and so on of `parts.ts`: the compiler compares them where events are made. */
const operator = z.enum(["draft", "improve", "debug", "tune", "ensemble", "adapt-repository"]);

const idea = z.strictObject({
  id: name,
  text: z.string(),
  operator,
  parent: name.nullable(),
  expectedSeconds: z.number().nullable(),
  from: z.string(),
  step: count,
  isPruned: z.boolean(),
});

const action = z.strictObject({
  operator,
  parents: z.array(name),
  idea: name.exactOptional(),
  withoutModel: z.literal(true).exactOptional(),
});

const budget = z.strictObject({
  used: z.number(),
  secondsLeft: z.number(),
  costLeft: z.number().nullable(),
  stepsLeft: z.number(),
});

const programRun = z.strictObject({
  kind: z.enum(["debug", "full", "rehearsal"]),
  cut: count.exactOptional(),
  end: z.enum(["finished", "failed", "time", "memory", "disk", "output", "cancelled"]),
  exitCode: z.int().nullable(),
  seconds: z.number().nonnegative(),
  log: z.string(),
  excerpt: z.string(),
});

const evaluation = z.strictObject({
  score: z.number().nullable(),
  basis: z.enum(["rehearsal", "self-reported", "review"]),
  comparable: z.string(),
  suspicious: z.string().nullable(),
  notes: z.string(),
  predictions: z.string().exactOptional(),
});

const pretrainedModel = z.strictObject({
  id: z.string(),
  /** What it is for, in the hub's words. */
  task: z.string().nullable(),
  parameters: z.number().nullable(),
  licence: z.string().nullable(),
  downloads: z.number().nullable(),
});

/** A clone in the sandbox. */
export const clone = z.strictObject({
  name,
  address: z.string(),
  commit: z.string(),
  files: count,
  bytes: count,
  /** Symbolic links, which the harness does not follow, and submodules, which are not cloned. */
  links: count,
  submodules: count,
});

/** A search for repositories at GitHub. What it left out is among the excluded repositories. */
const githubSearch = z.strictObject({
  /** The address that was asked. */
  api: z.string(),
  queries: z.array(z.string()),
  /** What went wrong, and queries that were not sent, with the reason. */
  notes: z.array(z.string()),
});

const toolCall = z.strictObject({ id: z.string(), name: z.string(), arguments: z.unknown() });

/**
 * What a search records. Everything it knows is a fold over these events (`view.ts`), so another host goes on from them: what
 * is recorded is neither repeated nor paid for again.
 */
export const searchEvents = z.discriminatedUnion("type", [
  /** What stays the same for the whole run, however often it is continued. */
  z.strictObject({
    type: z.literal("started"),
    /** SHA-256 of the settings. */
    settings: z.string(),
    seed: z.int(),
    /** The time of the whole run. */
    wallClockMs: z.number(),
    lowerIsBetter: z.boolean(),
    /** The entry point of programs. */
    program: z.string(),
    /** What prompts say about the competition: `Background.task`. */
    task: z.string(),
  }),
  /** Another host goes on from here. */
  z.strictObject({ type: z.literal("continued") }),
  /** The sample is the share of the training data that the stage uses. */
  z.strictObject({ type: z.literal("step"), number: count, stage: name, sample: z.number(), budget }),
  /** A model's answer to the question with this key. */
  z.strictObject({
    type: z.literal("asked"),
    key: z.string(),
    role: z.string(),
    /** The model that has the role. */
    model: z.string().exactOptional(),
    call: z.int().exactOptional(),
    /** The effort it was asked for, where it was not left to the model. */
    effort: z.enum(reasoningEfforts).exactOptional(),
    text: z.string(),
    toolCalls: z.array(toolCall).exactOptional(),
    providerData: z.unknown().exactOptional(),
    /** Set when the answer was too long and is kept in part. */
    isCut: z.literal(true).exactOptional(),
    inputTokens: count.nullable(),
    outputTokens: count.nullable(),
    cost: z.number().nullable(),
  }),
  /** What a tool of a coder returned. */
  z.strictObject({
    type: z.literal("used-tool"),
    key: z.string(),
    text: z.string(),
    isError: z.literal(true).exactOptional(),
  }),
  z.strictObject({
    type: z.literal("decided"),
    step: count,
    ideas: z.array(idea),
    pruned: z.array(name),
    actions: z.array(action),
    fallbacks: z.array(z.string()),
  }),
  z.strictObject({
    type: z.literal("experiment"),
    id: name,
    step: count,
    operator,
    parents: z.array(name),
    idea: name.nullable(),
    stage: name,
  }),
  z.strictObject({
    type: z.literal("coded"),
    experiment: name,
    version: count,
    commit: z.string().nullable(),
    summary: z.string(),
    failure: z.string().nullable(),
    /** Its text files by path, as far as they are small enough to be recorded, and whether that is all of them. */
    files: z.record(z.string(), z.string()),
    isWhole: z.boolean(),
    /** What the model calls of a coding agent have used. */
    spent: z
      .strictObject({
        role: z.string(),
        model: z.string(),
        calls: count,
        inputTokens: count,
        outputTokens: count,
        cost: z.number().nullable(),
      })
      .exactOptional(),
  }),
  z.strictObject({ type: z.literal("ran"), experiment: name, version: count, run: programRun }),
  /** Whether the file that the program wrote can be submitted: null, or why not. */
  z.strictObject({
    type: z.literal("checked"),
    experiment: name,
    version: count,
    kind: z.enum(["debug", "full"]),
    invalid: z.string().nullable(),
    /** Of the file; null when there is none. */
    sha256: z.string().nullable(),
  }),
  z.strictObject({ type: z.literal("evaluated"), experiment: name, evaluation }),
  z.strictObject({
    type: z.literal("ended"),
    experiment: name,
    state: z.enum(["good", "failed"]),
    failure: z.string().nullable(),
  }),
  /** The submission folder holds this experiment's file from here on. */
  z.strictObject({ type: z.literal("banked"), experiment: name, sha256: z.string(), score: z.number().nullable() }),
  z.strictObject({ type: z.literal("stage"), from: name.nullable(), to: name }),
  /** Stored predictions were combined: the recipe that won, or why none did. */
  z.strictObject({
    type: z.literal("ensembled"),
    experiment: name.nullable(),
    members: z.array(name),
    recipe: z.string().nullable(),
    score: z.number().nullable(),
    reason: z.string(),
  }),
  /** The knowledge cards that prompts use. */
  z.strictObject({
    type: z.literal("knowledge"),
    cards: z.array(z.strictObject({ name: z.string(), why: z.string() })),
    /** Where a model's answer could not be used and the search by words decided. */
    fallbacks: z.array(z.string()).exactOptional(),
  }),
  /** The repositories to adapt, in order, and those that are not used. */
  z.strictObject({
    type: z.literal("repositories"),
    chosen: z.array(z.strictObject({ name: z.string(), why: z.string(), digest: z.string() })),
    excluded: z.array(z.strictObject({ name: z.string(), reason: z.string() })),
    /** What was cloned inside the sandbox. */
    clones: z.array(clone).exactOptional(),
    /** What GitHub was asked for. */
    searched: githubSearch.exactOptional(),
  }),
  /** Pretrained models that programs may download, as the hub describes them, and those that are not used. */
  z.strictObject({
    type: z.literal("pretrained"),
    /** The address that was asked; null when none was. */
    hub: z.string().nullable(),
    /** The words that it was asked for. */
    searched: z.array(z.string()),
    models: z.array(pretrainedModel),
    excluded: z.array(z.strictObject({ id: z.string(), reason: z.string() })),
    /** Why nothing was looked up, or what went wrong. */
    notes: z.array(z.string()),
  }),
  z.strictObject({ type: z.literal("note"), text: z.string() }),
  /** `isLimit`: because a limit of the run is used up. */
  z.strictObject({ type: z.literal("finished"), reason: z.string(), isLimit: z.literal(true).exactOptional() }),
]);

export type SearchEvent = z.infer<typeof searchEvents>;

/** The event of one type. */
export type EventOf<Type extends SearchEvent["type"]> = Extract<SearchEvent, { type: Type }>;
