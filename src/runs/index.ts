/** Running agents from a program: `import { planGroup, startHost, watchGroup } from "mlebench/runs"`. */
export { agentFor, describeAgents } from "../agents/index.ts";
export type { Agent, AgentEnd, AgentNeeds, AgentTask, Sandbox, SandboxProvider, SandboxSpec } from "../contracts.ts";
export { hostGroup } from "./execution/host-group.ts";
export { type GroupRequest, type PlannedGroup, planGroup, startHost } from "./execution/start-group.ts";
export type { AgentChoice, GroupPlan, HostSettings, RunLimits, SandboxChoice } from "./record/group-plan.ts";
export { type GroupState, type RunStatus, readGroup } from "./record/read-group.ts";
export type { GroupEvent, RunEnd, RunEvent } from "./record/run-events.ts";
export { type GroupSummary, summarizeGroup } from "./record/summarize-group.ts";
export { verifyGroup } from "./record/verify-group.ts";
export { verifyRun } from "./record/verify-run.ts";
export { watchGroup } from "./record/watch-group.ts";
