import type { z } from "zod";
import type { ModelSpending } from "../../contracts/agent.ts";
import type { ModelAnswer, ModelMessage, ModelTool, ReasoningEffort } from "../../contracts/model.ts";
import type { ToolResult } from "../react/tools/tool.ts";

/**
 * The seams of the search: what its parts are called, what they get and what they return. Parts decide, write text, write code
 * or judge. Only the loop (`loop.ts`) acts on it, and it records every step as an event, from which an interrupted search
 * goes on.
 */

export type OperatorName = "draft" | "improve" | "debug" | "tune" | "ensemble" | "adapt-repository";

/** Something that could be tried. */
export interface Idea {
  readonly id: string;
  readonly text: string;
  /** How it is carried out. */
  readonly operator: OperatorName;
  /** The experiment it builds on; null for a fresh start. */
  readonly parent: string | null;
  readonly expectedSeconds: number | null;
  /** The role of the model that had it. */
  readonly from: string;
  readonly step: number;
  /** Pruned ideas are never tried. */
  readonly isPruned: boolean;
}

/** How a program ended. All but `finished` are failures of the program; `cancelled` is the harness's doing. */
export type ProgramEnd = "finished" | "failed" | "time" | "memory" | "disk" | "output" | "cancelled";

/** One run of an experiment's program. */
export interface ProgramRun {
  /** `debug`: with `--debug`, on all data. `full`: for the submission. `rehearsal`: on the data of a rehearsal. */
  readonly kind: "debug" | "full" | "rehearsal";
  /** Which rehearsal. */
  readonly cut?: number;
  readonly end: ProgramEnd;
  readonly exitCode: number | null;
  readonly seconds: number;
  /** The whole output: a file in the logs folder. */
  readonly log: string;
  /** Its beginning and end, and the last traceback. */
  readonly excerpt: string;
}

/** The program as first written, or as repaired. */
export interface Version {
  readonly number: number;
  /** Null when the coder failed. */
  readonly commit: string | null;
  /** What the coder says about it. */
  readonly summary: string;
  /** Its text files by path, as far as they were recorded. */
  readonly files?: Readonly<Record<string, string>>;
  readonly runs: readonly ProgramRun[];
  /** Why its output cannot be submitted; null when it can, absent when there was nothing to check. */
  readonly invalid?: string | null;
}

/** What an experiment is worth, and on what ground. */
export interface Evaluation {
  /** Null when there is none: such an experiment is never the best. */
  readonly score: number | null;
  readonly basis: "rehearsal" | "self-reported" | "review";
  /** Only scores with the same key are ranked against each other: basis, stage, sample, rehearsal. */
  readonly comparable: string;
  /** Why the score is hard to believe; null when it is not. */
  readonly suspicious: string | null;
  /** What was seen, for later prompts. */
  readonly notes: string;
  /** SHA-256 of the predictions for the rehearsal that were scored: other programs may change the file. */
  readonly predictions?: string;
}

/** One node of the tree. Its id is also the name of its git branch. */
export interface Experiment {
  readonly id: string;
  readonly step: number;
  readonly operator: OperatorName;
  readonly parents: readonly string[];
  readonly idea: string | null;
  readonly stage: string;
  readonly versions: readonly Version[];
  readonly evaluation: Evaluation | null;
  /** `good`: it has a valid submission and a score. `failed`: it ended without one of them. */
  readonly state: "open" | "good" | "failed";
  readonly failure: string | null;
  readonly seconds: number;
  /** What its model calls cost; null when a price is unknown. */
  readonly cost: number | null;
}

/** The search so far. */
export interface SearchView {
  readonly lowerIsBetter: boolean;
  readonly experiments: readonly Experiment[];
  readonly ideas: readonly Idea[];
  experiment(id: string): Experiment;
  childrenOf(id: string): readonly Experiment[];
  /** Good experiments, best first: stages with more data before others, then by score, unsuspicious before suspicious. */
  ranked(): readonly Experiment[];
  readonly best: Experiment | null;
}

/** What is left, as it was when the current step began: prompts made from it are the same after an interruption. */
export interface Budget {
  /** 0 to 1: the largest of the shares of time, steps and cost that are used. */
  readonly used: number;
  readonly secondsLeft: number;
  /** Null: unlimited. */
  readonly costLeft: number | null;
  readonly stepsLeft: number;
}

/** A part of the budget with rules of its own. */
export interface Stage {
  readonly name: string;
  /** The share of the training data that programs are told to use. */
  readonly sampleFraction: number;
  readonly debugSeconds: number;
  readonly runSeconds: number;
  readonly operators: readonly OperatorName[];
  /** What prompts say about it; may be empty. */
  readonly hint: string;
}

/** A request to a model in parts, so that each can be cut to a size. */
export interface Prompt {
  readonly system: string;
  readonly sections: readonly { readonly title: string; readonly text: string }[];
}

/** A question to a model. The answer to a key is recorded: asked again after an interruption, it costs nothing. */
export interface Question {
  /** Unique in the run, and the same whenever the same step is repeated, such as `step-4/select`. */
  readonly key: string;
  /** Which of the run's models, by its role. */
  readonly role: string;
  /** How much the model should think about it; absent: as the provider likes. */
  readonly effort?: ReasoningEffort;
  readonly prompt: Prompt;
}

/** Asks the run's models. */
export interface Ask {
  /** The answer's text, which may be empty. */
  text(question: Question): Promise<string>;
  /** JSON that matches; null when the model gives none, even when told what was wrong: fall back to a rule. */
  json<Answer>(question: Question, schema: z.ZodType<Answer>): Promise<Answer | null>;
}

/** Asks in conversations with tools, too. */
export interface AskWithTools extends Ask {
  /** The next answer of a conversation, recorded like that to a question. */
  turn(turn: Turn): Promise<TurnAnswer>;
  /** Does something once: its result is recorded, and after an interruption it is returned without doing it again. */
  once(key: string, use: () => Promise<ToolOutput>): Promise<ToolOutput>;
}

export type ToolOutput = Pick<ToolResult, "text" | "isError">;

/** A conversation that waits for the model's answer. */
export interface Turn extends Pick<Question, "key" | "role"> {
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ModelTool[];
  readonly signal: AbortSignal;
}

export interface TurnAnswer extends Pick<ModelAnswer, "text" | "toolCalls" | "providerData"> {
  /** Whether it was recorded before this host started: what it asks for may have begun already. */
  readonly isRecorded: boolean;
}

/** What to try next. */
export interface Action {
  readonly operator: OperatorName;
  readonly parents: readonly string[];
  readonly idea?: string;
  /** Combines stored predictions, and asks no model. Only the loop decides on that. */
  readonly withoutModel?: true;
}

/** What a policy wants: recorded as one event. No action ends the search. */
export interface Decision {
  readonly ideas: readonly Idea[];
  readonly pruned: readonly string[];
  readonly actions: readonly Action[];
  /** Where a model's answer could not be used and a rule decided, in words. */
  readonly fallbacks: readonly string[];
}

/** Where a policy stands when it decides. */
export interface Moment {
  readonly step: number;
  readonly view: SearchView;
  readonly budget: Budget;
  readonly stage: Stage;
  /** How many experiments can run at once. */
  readonly slots: number;
  /** Fresh for every step, from the run's seed. */
  readonly random: () => number;
  readonly ask: Ask;
  /** The task and what is known about it, for prompts. */
  readonly background: Background;
}

/** What all prompts may use. */
export interface Background {
  /** The competition's description, the files, the programs, the rules for programs. */
  readonly task: string;
  /** What knowledge cards say, for ideas and for code; empty without knowledge. */
  readonly knowledge: { readonly ideas: string; readonly code: string };
  /** Pretrained models that programs may download; absent without any. */
  readonly pretrained?: string;
  /** The repositories to adapt, in the order in which they are tried; absent without any. */
  readonly repositories?: readonly KnownRepository[];
  /** What an adaptation is told to do, in the user's own words; absent for ours. */
  readonly adaptation?: string;
}

/** Someone else's code that may help. */
export interface KnownRepository {
  readonly name: string;
  /** Its folder, inside the sandbox. */
  readonly place: string;
  /** What is known about it, for prompts. */
  readonly digest: string;
}

/** Chooses what to try. It decides from what it is given alone. */
export interface Policy {
  next(moment: Moment): Promise<Decision>;
}

/** Turns an action into instructions for the coder. */
export interface Operator {
  readonly name: OperatorName;
  prompt(context: OperatorContext): Prompt;
}

export interface OperatorContext {
  readonly view: SearchView;
  readonly budget: Budget;
  readonly stage: Stage;
  readonly background: Background;
  readonly experiment: Experiment;
  readonly idea: Idea | null;
  /** The files of the program it starts from, by path; empty for a fresh start. */
  readonly code: Readonly<Record<string, string>>;
  /** The program's entry point, such as `main.py`. */
  readonly program: string;
}

/**
 * Changes the files of a working folder, and nothing else. The folder is a git worktree that is not committed to meanwhile: a
 * coder that was interrupted finds it as it was left, and answers with the same keys.
 */
export interface Coder {
  readonly name: string;
  /** Set for one that only says what to change: the folder is made when it has done so. */
  readonly needsNoFolder?: true;
  code(work: CodingWork): Promise<CodingResult>;
}

export interface CodingWork {
  /** For its questions: keys begin with it. */
  readonly key: string;
  /** Path inside the sandbox. */
  readonly directory: string;
  readonly program: string;
  /** The program that it starts from: its files by path, as far as they were recorded, and whether that is all of them. */
  readonly base: { readonly files: Readonly<Record<string, string>>; readonly isWhole: boolean };
  readonly prompt: Prompt;
  /** `fix`: the files are there and must be repaired. */
  readonly mode: "write" | "fix";
  readonly ask: AskWithTools;
  /** What programs find in their environment besides that of all commands, for coders that try them. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export interface CodingResult {
  /** What it did, in a few sentences: the commit's message. */
  readonly summary: string;
  /** Why there is no program; null when there is one. */
  readonly failure: string | null;
  /** What to change in the program that it started from, unless that has been done. */
  readonly changes?: FileChanges;
  /** What a program that asks models itself has used. Absent when all of it was asked through `CodingWork.ask`. */
  readonly spent?: CoderSpending;
}

export interface FileChanges {
  /** Whole files by their paths below the working folder. */
  readonly written: ReadonlyMap<string, string>;
  readonly deleted: readonly string[];
}

export interface CoderSpending extends ModelSpending {
  readonly role: string;
  readonly model: string;
}

/** Judges an experiment whose program has produced a valid submission. */
export interface Evaluator {
  evaluate(work: EvaluationWork): Promise<Evaluation>;
}

export interface EvaluationWork {
  readonly key: string;
  readonly view: SearchView;
  readonly experiment: Experiment;
  readonly stage: Stage;
  readonly ask: Ask;
  /** The folder of the full run's files, inside. */
  readonly output: string;
  /** Runs the program on a rehearsal, once per experiment and cut, and records it. Its files are in `folder`, inside. */
  rehearse(cut: number): Promise<{ readonly run: ProgramRun; readonly folder: string }>;
  readonly signal: AbortSignal;
}
