import { posix } from "node:path";
import type { AgentTask } from "../../../contracts/agent.ts";
import { type CodingSession, runCodingSession, type SessionEnd } from "../../coding/coding-session.ts";
import type { CodingAgentDescription } from "../../coding/description.ts";
import { modelOf } from "../../coding/run-coding-agent.ts";
import { say } from "../../say.ts";
import type { Coder, CodingResult, CodingWork } from "../parts.ts";
import { promptText } from "../prompt-text.ts";
import { CodingLog } from "./coding-log.ts";
import { folderRules } from "./folder-rules.ts";
import { shortSummary } from "./short-summary.ts";
import { roleOf } from "./single-coder.ts";
import { whyNoProgram } from "./why-no-program.ts";
import { WorkingFolder } from "./working-folder.ts";

/**
 * Has a coding agent write the program. Its conversation is its own, so a session that was interrupted starts over, from
 * the files that the first one started from. As long as it asks the same as before, the proxy answers from the record.
 */
export function codingAgentCoder(description: CodingAgentDescription, task: AgentTask): Coder {
  return {
    name: description.name,
    code: async (work) => {
      const folder = new WorkingFolder(task, work);
      const commit = async () => ({ text: await folder.commit() });
      const { text: since } = await work.ask.once(`${work.key}/commit`, commit);
      await folder.restore(since);
      const log = new CodingLog(task);
      const session = sessionFor(description, task, work, log);
      const end = await runCodingSession(description, { ...task, signal: work.signal }, session);
      work.signal.throwIfAborted();
      const problem = describeEnd(description, end, log.lastError);
      if (problem === null) await folder.remove(session.home);
      else say(task, `mlebench: ${problem}`);
      const failure = await whyItFailed(work, folder, since, problem);
      return { summary: shortSummary(log.lastAnswer), failure, ...spentOn(task, work, session) };
    },
  };
}

function sessionFor(
  { stream }: CodingAgentDescription,
  task: AgentTask,
  work: CodingWork,
  log: CodingLog,
): CodingSession {
  return {
    name: work.key,
    model: modelOf(task, roleOf(work)),
    prompt: `${work.prompt.system}\n\n${promptText(work.prompt)}\n\n# How to work\n\n${rulesFor(work)}`.trimStart(),
    directory: work.directory,
    home: posix.join(task.sandbox.paths.logs, "coder-homes", work.key.replaceAll("/", "-")),
    program: work.program,
    timeoutMs: work.timeoutMs,
    environment: work.environment ?? {},
    onEvent: (event) => log.add(event),
    // What an agent prints as events is told in words.
    onOutput: stream === undefined ? task.onOutput : () => undefined,
  };
}

/** All that the session's calls have used, before an interruption as well. */
function spentOn(task: AgentTask, work: CodingWork, { model }: CodingSession): Pick<CodingResult, "spent"> {
  const spent = task.spent?.(work.key);
  return spent === undefined ? {} : { spent: { role: roleOf(work), model, ...spent } };
}

function rulesFor(work: CodingWork): string {
  return `${folderRules(work)}
- Ask no questions. When the program is complete, end with a few sentences: what you did and why.`;
}

/** Null when it ended as it should. */
function describeEnd({ name }: CodingAgentDescription, end: SessionEnd, lastError: string): string | null {
  const { exitCode, timedOut, exceeded } = end;
  if (exceeded === "memoryMb") return `${name} used more memory than the run may.`;
  if (exceeded === "diskMb") return `${name} ended: the run has written more than it may.`;
  if (timedOut) return `${name} ran out of time.`;
  return exitCode === 0 ? null : `${name} ended with exit code ${exitCode}. ${shortSummary(lastError)}`.trimEnd();
}

/** An agent that failed may have written a program all the same: that is for its run to show. */
async function whyItFailed(
  work: CodingWork,
  folder: WorkingFolder,
  since: string,
  problem: string | null,
): Promise<CodingResult["failure"]> {
  const failure = await whyNoProgram(work, folder, since);
  return failure === null || problem === null ? failure : `${failure} ${problem}`;
}
