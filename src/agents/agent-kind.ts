import { z } from "zod";
import type { Agent } from "../contracts/agent.ts";
import type { AgentPackage } from "./agent-package.ts";

/** What an agent consists of besides its settings: together they identify it. */
export interface AgentParts {
  /** Files and folders of the host, by a name. A run group keeps a copy, and its runs use that copy. */
  readonly files?: Readonly<Record<string, string>>;
  /** Whether all files are the user's, who can restore them. Default: those that settings name. */
  readonly ownFiles?: boolean;
  /** Versions and hashes of whatever else decides what it does. */
  readonly versions?: Readonly<Record<string, string>>;
  /** The name of its own image. */
  readonly image?: string;
}

/** Something that an agent takes from the internet, besides models. */
export interface InternetUse {
  /** A sentence without its end, such as "GitHub (https://api.github.com) is searched for repositories". */
  readonly what: string;
  /** What to do without a network; null when the agent can work without it. */
  readonly otherwise: string | null;
}

/** A kind of agent, built-in or from outside this package: what `mlebench agents` says about it, and how to make one. */
export interface AgentKind<Settings = unknown> {
  readonly name: string;
  /** One sentence: what it does. */
  readonly summary: string;
  /** What must be in place for it to work, one phrase each. */
  readonly needs: readonly string[];
  /** Whether it only tests the harness, so that its results mean nothing. */
  readonly testOnly: boolean;
  /** Whether it runs in a container image of its own, so that its sandbox must take images. */
  readonly ownImage: boolean;
  /** Whether it can call models, so that one named in the environment counts. */
  readonly takesModel?: boolean;
  /** Whether it cannot work without one. */
  readonly needsModel?: boolean;
  /** Whether it tries programs on rehearsals, so that it gets two of them, and scores without being asked for a number. */
  readonly rehearses?: boolean;
  /** Whether it records experiments as a search does, so that there is a tree to show. */
  readonly searches?: boolean;
  /** What `mlebench agents install` installs for it. */
  readonly package?: AgentPackage;
  /** A strict object: each field has a description, and a default unless it is required or may be absent. */
  readonly settings: z.ZodType<Settings>;
  /** What it takes from the internet with these settings, only with --network open: said before a run. */
  internet?(settings: Settings): readonly InternetUse[];
  /** What results call it when the user gives no label. Default: the kind's name. */
  label?(settings: Settings): string;
  /** @throws UsageError when a part is missing. */
  parts?(settings: Settings): Promise<AgentParts>;
  /**
   * Makes the agent. `files` says where to find the files of its `parts`.
   *
   * @throws UsageError when the settings are well formed but cannot work here.
   */
  create(choice: {
    readonly label: string;
    readonly settings: Settings;
    readonly files: Readonly<Record<string, string>>;
  }): Promise<Agent>;
}

/** A kind without what most do not need: its settings (none), `needs` (nothing), `testOnly` and `ownImage` (false). */
export type AgentDefinition<Settings> = Pick<AgentKind<Settings>, "name" | "summary" | "create"> &
  Partial<AgentKind<Settings>>;

/** Checks a kind's code against its own settings, forgets their type, and adds what was left out. */
export function defineAgent<Settings = unknown>(kind: AgentDefinition<Settings>): AgentKind {
  return { needs: [], testOnly: false, ownImage: false, settings: z.strictObject({}), ...kind } as AgentKind;
}
