/** Running agents from a program: `import { planGroup, startHost, watchGroup } from "mlebench/runs"`. */
export { agentFor, describeAgents } from "../agents/index.ts";
export type { Agent, AgentEnd, AgentNeeds, AgentTask, Sandbox, SandboxProvider, SandboxSpec } from "../contracts.ts";
export type { AgentChoice, GroupPlan, HostSettings, RunLimits, SandboxChoice } from "./group-plan.ts";
export { hostGroup } from "./host-group.ts";
export { type GroupState, type RunStatus, readGroup } from "./read-group.ts";
export type { GroupEvent, RunEnd, RunEvent } from "./run-events.ts";
export { type GroupRequest, type PlannedGroup, planGroup, startHost } from "./start-group.ts";
export { type GroupSummary, summarizeGroup } from "./summarize-group.ts";
export { verifyGroup } from "./verify-group.ts";
export { verifyRun } from "./verify-run.ts";
export { watchGroup } from "./watch-group.ts";
