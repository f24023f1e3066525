// Runs one preparation of ours: node our-prepare.js <competition> <raw> <output>. Prints what reference-prepare.py prints.
import { mkdirSync } from "node:fs";
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
console.log(JSON.stringify({ seconds, peak: process.resourceUsage().maxRSS }));
