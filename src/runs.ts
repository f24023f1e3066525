/** Running agents from a program: `import { planGroup, startHost, watchGroup } from "mlebench/runs"`. */

/** For the settings of agents: a schema made with another copy of zod may not be understood. */
export { z } from "zod";

export type { AgentChoice } from "./agents/agent-choice.ts";
export { type AgentDefinition, type AgentKind, type AgentParts, defineAgent } from "./agents/agent-kind.ts";
export { agentFor, chooseAgent, describeAgents } from "./agents/index.ts";
export type {
  Agent,
  AgentEnd,
  AgentEvent,
  AgentLimits,
  AgentNeeds,
  AgentTask,
  FileCheck,
  RehearsalCut,
  RehearsalScore,
} from "./contracts/agent.ts";
export type {
  Model,
  ModelAnswer,
  ModelMessage,
  ModelRequest,
  ModelTool,
  ModelUsage,
  ToolCall,
} from "./contracts/model.ts";
export type { Sandbox, SandboxSpec } from "./contracts/sandbox.ts";
export type { SandboxProvider, SandboxTraits } from "./contracts/sandbox-kind.ts";
export { type GroupSummary, summarizeGroup } from "./results/summarize-group.ts";
export { hostGroup } from "./runs/execution/host-group.ts";
export { type GroupRequest, type PlannedGroup, planGroup } from "./runs/execution/plan-group.ts";
export { startHost } from "./runs/execution/start-host.ts";
export type { GroupPlan, HostSettings, ModelChoice, RunLimits, SandboxChoice } from "./runs/record/group-plan.ts";
export type { GroupEvent, RunEnd, RunEvent } from "./runs/record/run-events.ts";
export { type GroupState, type RunStatus, readGroup } from "./runs/state/read-group.ts";
export { watchGroup } from "./runs/state/watch-group.ts";
export { verifyGroup } from "./runs/verification/verify-group.ts";
export { verifyRun } from "./runs/verification/verify-run.ts";
