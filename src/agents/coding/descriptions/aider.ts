import type { CodingAgentDescription } from "../description.ts";

/** It edits files and runs one command after each edit, so its work is a program that writes the submission. */
export const aider: CodingAgentDescription = {
  name: "aider",
  title: "aider",
  package: { registry: "pip", name: "aider-chat", version: "0.86.1", program: "aider" },
  protocol: "OpenAI's chat completions",
  needs: ["the Python that it was installed with: 3.10, 3.11 or 3.12"],
  start: ({ model, prompt, program }) => ({
    arguments: [
      ...["--model", `openai/${model}`, "--weak-model", `openai/${model}`],
      ...(program === null
        ? ["--message", `${prompt}\n${programRule}`, "--auto-test", "--test-cmd", "python3 main.py"]
        : ["--message", prompt, "--file", program]),
      ...["--yes-always", "--no-git", "--no-pretty", "--no-stream"],
      ...["--no-check-update", "--no-show-release-notes", "--no-show-model-warnings", "--analytics-disable"],
      ...["--no-suggest-shell-commands", "--no-gitignore", "--no-detect-urls"],
    ],
  }),
};

const programRule =
  "Put all of your code into main.py in the current folder. It is run as `python3 main.py` after each of your changes, and " +
  "you see what it prints if it fails.";
