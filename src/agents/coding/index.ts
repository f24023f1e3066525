import { defineCodingAgent } from "./define-coding-agent.ts";
import { aider } from "./descriptions/aider.ts";
import { claudeCode } from "./descriptions/claude-code.ts";
import { codex } from "./descriptions/codex.ts";
import { geminiCli } from "./descriptions/gemini-cli.ts";
import { opencode } from "./descriptions/opencode.ts";
import { pi } from "./descriptions/pi.ts";
import { qwenCode } from "./descriptions/qwen-code.ts";

/** Everything about every coding agent. */
export const codingDescriptions = [claudeCode, codex, geminiCli, opencode, pi, qwenCode, aider];

export const codingAgents = codingDescriptions.map(defineCodingAgent);
