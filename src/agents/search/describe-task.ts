import type { AgentTask } from "../../contracts/agent.ts";
import { readableOutput } from "../react/output/readable-output.ts";
import { shortenMiddle } from "../react/output/shorten-middle.ts";
import { nodePlace } from "../react/tools/shell.ts";

/** Most characters of the competition's description. */
const mostDescription = 20_000;

/** Each part follows a line with the mark and its title. Of tables, the first lines. */
const look = `
part() { printf '\\n%s %s\\n' "$mark" "$1"; }
mark=$1
cd "$DATA_DIR" || exit 1
part 'The competition'
cat description.md 2>/dev/null
part 'Files in DATA_DIR (bytes, path)'
find . -type f -size -1048576k 2>/dev/null | head -n 2000 | sort | head -n 60 | while read -r file; do wc -c "$file" | sed 's| [.]/| |'; done
part 'First lines of tables'
find . -maxdepth 2 -name '*.csv' 2>/dev/null | sort | head -n 8 | while read -r file; do echo "\${file#./}:"; head -n 4 "$file" | cut -c 1-400; done
part 'What programs have'
python3 --version 2>/dev/null && python3 -c 'import importlib.util as u
names = "numpy pandas sklearn scipy lightgbm xgboost catboost torch torchvision transformers timm tensorflow".split()
print("Python packages:", ", ".join(n for n in names if u.find_spec(n)) or "none of the usual ones")' 2>/dev/null
node=$("$2" --version 2>/dev/null) && echo "Node.js $node"
echo "$(nproc 2>/dev/null || echo 1) processors"
`;

/** What prompts say about the competition and the machine. It is made once and recorded. */
export async function describeTask({ sandbox, signal, graceMs }: AgentTask): Promise<string> {
  const mark = "=====part=====";
  const command = ["/bin/sh", "-c", look, "sh", mark, sandbox.resolve(nodePlace)];
  const { output } = await sandbox.run(command, { signal, graceMs, timeoutMs: 120_000 });
  signal.throwIfAborted();
  const remark = (left: number): string => `[... ${left} characters left out ...]`;
  return output
    .split(`\n${mark} `)
    .slice(1)
    .map((part) => {
      const end = part.indexOf("\n");
      const text = shortenMiddle(readableOutput(part.slice(end + 1)).trim(), mostDescription, remark);
      return `## ${part.slice(0, end)}\n${text}`;
    })
    .join("\n\n");
}
