import { existsSync, readFileSync } from "node:fs";

/** For threads' stacks, code and what else a process maps without using it. */
const slackMb = 1024;

/**
 * How to start Node so that it takes no more than so much memory: V8 limits its heap; on Linux, the kernel limits everything
 * else (tables are not in the heap) and, if the machine runs out of memory, ends this process first.
 */
export function limitedNode(memoryMb: number): { readonly execPath: string; readonly execArgv: readonly string[] } {
  const heap = `--max-old-space-size=${memoryMb}`;
  const shell = "/bin/sh";
  if (process.platform !== "linux" || !existsSync(shell)) return { execPath: process.execPath, execArgv: [heap] };
  const limit = `ulimit -d ${(memoryMb + slackMb) * 1024} 2>/dev/null`;
  const volunteer = "{ echo 1000 >/proc/self/oom_score_adj; } 2>/dev/null";
  // A process that is busy does not notice that its parent was killed: where the system can, it ends the process.
  const mortal = "mortal='setpriv --pdeathsig KILL'; $mortal true 2>/dev/null || mortal=";
  const script = `${limit}; ${volunteer}; ${mortal}; exec $mortal "$0" "$@"`;
  return { execPath: shell, execArgv: ["-c", script, process.execPath, heap] };
}

/** Calls back once a process uses more than so much memory, where the system reports it. The returned function ends it. */
export function guardMemory(pid: number | undefined, memoryMb: number, onExcess: () => void): () => void {
  const guard = setInterval(() => {
    if (memoryOf(pid) > memoryMb * 2 ** 20) onExcess();
  }, 50);
  guard.unref();
  return () => clearInterval(guard);
}

/** Bytes of memory that a process uses; 0 where the system does not say. */
export function memoryOf(pid: number | null | undefined): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
