import type { AgentTask } from "../../contracts/agent.ts";
import type { Bank } from "./bank.ts";
import type { BudgetLedger } from "./budget.ts";
import type { SearchJournal } from "./journal.ts";
import type {
  AskWithTools,
  Background,
  Budget,
  Coder,
  Evaluator,
  Experiment,
  Operator,
  OperatorName,
  Policy,
  Stage,
} from "./parts.ts";
import type { Workspace } from "./workspace/workspace.ts";

/** What a search is made of: its parts and numbers. */
export interface SearchParts {
  readonly policy: Policy;
  readonly operators: Readonly<Record<OperatorName, Operator>>;
  readonly coder: Coder;
  readonly evaluator: Evaluator;
  stageAt(budget: Budget): Stage;
  /** The entry point of programs. */
  readonly program: string;
  readonly steps: number;
  /** How many experiments run at once. */
  readonly parallel: number;
  /** How often a program that fails is repaired within its experiment. */
  readonly debugTries: number;
  /** How long a coder may work on one version. */
  readonly coderSeconds: number;
  /** Whether a model sums up the search for the report. */
  readonly isSummarized?: boolean;
  /** Further variables for an experiment's programs and its coder. */
  environmentFor?(experiment: Experiment): Promise<Readonly<Record<string, string>>>;
}

/** Everything that the steps and experiments of a search work with. */
export interface Search {
  readonly task: AgentTask;
  readonly parts: SearchParts;
  readonly journal: SearchJournal;
  readonly ledger: BudgetLedger;
  readonly workspace: Workspace;
  readonly bank: Bank;
  readonly ask: AskWithTools;
  readonly background: Background;
  readonly seed: number;
  /** Aborted when the run ends, and when the search must. */
  readonly signal: AbortSignal;
  /** Ends what runs beside an experiment that the search cannot go on from, for the same reason. */
  stop(reason: unknown): void;
}
