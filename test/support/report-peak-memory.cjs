// Loaded before a command: tells its parent, through the fourth stream, how much memory the process held at most.
const { writeSync } = require("node:fs");

if (require("node:worker_threads").isMainThread) {
  process.on("exit", () => writeSync(3, String(process.resourceUsage().maxRSS)));
}
