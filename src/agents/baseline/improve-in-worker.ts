import { parentPort, Worker, workerData } from "node:worker_threads";
import { hasCode } from "../../lib/error-code.ts";
import { type Improvement, type ImproveOptions, improve } from "./improve.ts";
import { memoryBytes } from "./limits.ts";
import { readSample } from "./reading/sample.ts";

type Message = { readonly line: string } | { readonly improvement: Improvement };

/** `improve` in a thread that runs the module at `url`, which must call `serveImprove`; it is ended at the hard deadline. */
export function improveInWorker(url: string, hardDeadline: number): typeof improve {
  return (_, { publicDirectory, seed, deadline }, say) =>
    new Promise((resolve, reject) => {
      const worker = new Worker(new URL(url), {
        workerData: { publicDirectory, seed, deadline } satisfies ImproveOptions,
        resourceLimits: { maxOldGenerationSizeMb: Math.min(4096, Math.floor(memoryBytes() / 2 ** 21)) },
      });
      const finish = (improvement: Improvement): void => {
        clearTimeout(timer);
        resolve(improvement);
        void worker.terminate();
      };
      const timer = setTimeout(() => finish({ declined: "time ran out" }), hardDeadline - Date.now());
      worker.on("message", (message: Message) => {
        if ("line" in message) say(message.line);
        else finish(restored(message.improvement));
      });
      worker.once("error", (error) => {
        if (hasCode(error, "ERR_WORKER_OUT_OF_MEMORY")) finish({ declined: "memory ran out" });
        else reject(error);
      });
      worker.once("exit", (code) => finish({ declined: `the thread ended early (${code})` }));
    });
}

/** What the thread runs. */
export async function serveImprove(): Promise<void> {
  const options = workerData as ImproveOptions;
  const post = (message: Message): void => parentPort!.postMessage(message);
  const sample = await readSample(options.publicDirectory);
  post({ improvement: await improve(sample, options, (line) => post({ line })) });
}

/** A buffer that was sent to another thread arrives as plain bytes. */
function restored(improvement: Improvement): Improvement {
  return "bytes" in improvement ? { ...improvement, bytes: Buffer.from(improvement.bytes) } : improvement;
}
