import { parentPort, Worker, workerData } from "node:worker_threads";
import { hasCode } from "../../lib/error-code.ts";
import { type Candidate, type Improvement, type ImproveOptions, improve } from "./improve.ts";
import { readSample } from "./reading/sample.ts";

type Message = { readonly line: string } | { readonly offer: Candidate } | { readonly improvement: Improvement };

/** What the thread may use. */
export interface WorkerLimits {
  /** When it is ended, in milliseconds since 1970. */
  readonly hardDeadline: number;
  /** For objects; typed arrays, which hold tables, are not counted. */
  readonly heapMb: number;
}

/** `improve` in a thread that runs the module at `url`, which must call `serveImprove`. Declines when the limits are reached. */
export function improveInWorker(url: string | URL, { hardDeadline, heapMb }: WorkerLimits): typeof improve {
  return (_, { publicDirectory, seed, deadline }, { say, offer }) =>
    new Promise((resolve, reject) => {
      const worker = new Worker(new URL(url), {
        workerData: { publicDirectory, seed, deadline } satisfies ImproveOptions,
        resourceLimits: { maxOldGenerationSizeMb: heapMb },
      });
      const finish = (improvement: Improvement): void => {
        clearTimeout(timer);
        worker.removeAllListeners();
        resolve(improvement);
        void worker.terminate();
      };
      const timer = setTimeout(() => finish({ declined: "time ran out" }), hardDeadline - Date.now());
      worker.on("message", (message: Message) => {
        if ("line" in message) say(message.line);
        else if ("offer" in message) offer(restored(message.offer));
        else finish("bytes" in message.improvement ? restored(message.improvement) : message.improvement);
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
  const listener = { say: (line: string) => post({ line }), offer: (offer: Candidate) => post({ offer }) };
  post({ improvement: await improve(sample, options, listener) });
}

/** A buffer that was sent to another thread arrives as plain bytes. */
function restored(candidate: Candidate): Candidate {
  return { ...candidate, bytes: Buffer.from(candidate.bytes) };
}
