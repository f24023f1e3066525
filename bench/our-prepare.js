// Runs one of our preparations: node our-prepare.js <competition> <raw> <output>. Prints the same as reference-prepare.py.
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { getCompetition } from "../dist/competitions/get-competition.js";
import { createContext } from "../dist/prepare/context.js";

const [id, raw, output] = process.argv.slice(2);
const { prepare } = await getCompetition(id);
const scratch = join(output, "scratch");
mkdirSync(scratch, { recursive: true });
const started = performance.now();
await prepare(createContext({ raw, output, scratch, signal: new AbortController().signal }));
const seconds = (performance.now() - started) / 1000;
// On Linux, the resource usage includes the memory of the parent at the fork; the kernel's own peak for this program does not.
const status = existsSync("/proc/self/status") ? readFileSync("/proc/self/status", "utf8") : "";
const peak = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? process.resourceUsage().maxRSS);
console.log(JSON.stringify({ seconds, peak }));
