// Preloaded into a command under test: writes the peak memory of the process, in KiB, to pipe 3.
const { readFileSync, writeSync } = require("node:fs");
const { isMainThread } = require("node:worker_threads");

function report() {
  let peak = process.resourceUsage().maxRSS;
  try {
    // On Linux `maxRSS` starts with what the parent held when it forked; the kernel's mark for this program does not.
    peak = Number(/VmHWM:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))[1]);
  } catch {
    // No such file elsewhere: then `maxRSS` is right.
  }
  writeSync(3, String(peak));
}

if (isMainThread) process.on("exit", report);
