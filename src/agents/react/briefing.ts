import type { AgentTask } from "../../contracts/agent.ts";
import { readableOutput } from "./output/readable-output.ts";
import { shortenMiddle } from "./output/shorten-middle.ts";
import type { ReactSettings } from "./settings.ts";
import { nodePlace } from "./tools/shell.ts";

/** What the model reads first, and what the sandbox offers. */
export interface Briefing {
  readonly text: string;
  readonly hasPython: boolean;
}

/** Prints parts after one another, each after a line with the mark and its name. */
const look = `
part() { printf '\\n%s %s\\n' "$1" "$2"; }
part "$1" instructions
cat "$INSTRUCTIONS_FILE" 2>&1
part "$1" description
cat "$DATA_DIR/description.md" 2>&1
part "$1" files
cd "$DATA_DIR" && ls -l | head -n 50
part "$1" python
python3 --version 2>/dev/null
part "$1" node
"$2" --version 2>/dev/null
`;

/** Reads the task inside, as every agent does, and looks at what there is to work with. */
export async function readBriefing(task: AgentTask, settings: ReactSettings): Promise<Briefing> {
  const { sandbox, signal, graceMs } = task;
  const mark = "=====briefing=====";
  const node = sandbox.resolve(nodePlace);
  const command = ["/bin/sh", "-c", look, "sh", mark, node];
  const { output } = await sandbox.run(command, { signal, graceMs, timeoutMs: 120_000 });
  const parts = new Map(
    output.split(`\n${mark} `).map((part) => {
      const end = part.indexOf("\n");
      return [part.slice(0, end), readableOutput(part.slice(end + 1)).trim()] as const;
    }),
  );
  const named = (name: string): string => parts.get(name) ?? "";
  const most = settings.description_characters;
  const description = shortenMiddle(
    named("description"),
    most,
    (left) => `[... ${left} characters left out; see description.md ...]`,
  );
  const [python, nodeVersion] = [named("python"), named("node")];
  const languages = [
    python === "" ? "There is no Python in this sandbox." : `${python} is \`python3\`.`,
    ...(nodeVersion === "" ? [] : [`Node.js ${nodeVersion} is at \`"$NODE"\`.`]),
  ];
  return {
    hasPython: python !== "",
    text: [
      named("instructions"),
      ...(most === 0 ? [] : [`DESCRIPTION.MD\n${description}`]),
      `FILES IN ${sandbox.paths.data}\n${named("files")}`,
      `PROGRAMS\n${languages.join(" ")}`,
    ].join("\n\n"),
  };
}
