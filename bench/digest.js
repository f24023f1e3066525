// Measures how long it takes to understand a repository of 2,000 Python files, and the memory it takes. No pass or fail.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { digestRepository } from "../dist/agents/repository/understanding/digest.js";
import { understandRepository } from "../dist/agents/repository/understanding/understand-repository.js";

const modules = 2_000;
const perPackage = 40;

/** One module of about 8 kB: three classes, twenty methods, functions, imports of others, calls of what it imports. */
function moduleText(number) {
  const other = (step) => (number * 7 + step * 13) % modules;
  const imports = [1, 2, 3].map((step) => {
    const target = other(step);
    return `from package_${Math.floor(target / perPackage)}.module_${target} import Worker${target}, compute_${target}`;
  });
  const method = (index) => `
    def method_${index}(self, first: int, second="text", *rest, **options) -> dict:
        """Combines what it is given in way ${index}."""
        values = [self.method_${(index + 1) % 7}(value, second) for value in range(first) if value % 2 == 0]
        for key, value in options.items():
            if key in second and len(values) > ${index}:
                values.append(compute_${other(1)}(value) + Worker${other(2)}(key).method_1(3))
        return {"values": sorted(values), "rest": rest}
`;
  const type = (name) => `
class ${name}(object):
    """Does the work of module ${number}."""

    def __init__(self, name):
        self.name = name.strip().lower()
${Array.from({ length: 5 }, (_, index) => method(index)).join("")}`;
  const names = [`Worker${number}`, `Reader${number}`, `Writer${number}`];
  return `"""Module ${number}."""
import os
import numpy as np
${imports.join("\n")}

LIMIT_${number} = 10

${names.map(type).join("\n")}

def compute_${number}(value, scale=1.0):
    """Scales a value."""
    return np.asarray(value) * scale if value else os.path.join("a", str(value))


if __name__ == "__main__":
    print(compute_${number}(LIMIT_${number}))
`;
}

const folder = mkdtempSync(join(tmpdir(), "mlebench-bench-digest-"));
let bytes = 0;
for (let number = 0; number < modules; number += 1) {
  const place = join(folder, `package_${Math.floor(number / perPackage)}`);
  mkdirSync(place, { recursive: true });
  const text = moduleText(number);
  bytes += text.length;
  writeFileSync(join(place, `module_${number}.py`), text);
}

const started = performance.now();
const before = process.cpuUsage();
const repository = await understandRepository(folder, { task: "Scale the values of a worker" });
const digest = digestRepository(repository, 8_000);
const { user, system } = process.cpuUsage(before);
const seconds = (performance.now() - started) / 1000;
const memory = process.resourceUsage().maxRSS / 1024;
console.log(
  `${repository.modules.length} files, ${(bytes / 1e6).toFixed(1)} MB: ${seconds.toFixed(1)} s (${((user + system) / 1e6).toFixed(1)} s of processor time), ${repository.graphs.uses.length} uses found, peak memory ${memory.toFixed(0)} MiB, digest of ${digest.length} characters`,
);
rmSync(folder, { recursive: true });
