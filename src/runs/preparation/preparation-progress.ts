import type { DownloadProgress } from "../../kaggle/progress-meter.ts";
import type { ExtractProgress } from "../../lib/archive/archive-entry.ts";

/** What a preparation is doing. */
export type PreparationProgress =
  /** Another process is preparing the same competition. */
  | { readonly phase: "wait"; readonly pid: number }
  /** Something the user should know; the work goes on. */
  | { readonly phase: "warning"; readonly message: string }
  | ({ readonly phase: "download" } & DownloadProgress)
  /** A download is waiting after a failure. */
  | { readonly phase: "retry"; readonly waitMs: number; readonly reason: string }
  | { readonly phase: "verify" }
  | ({ readonly phase: "extract" } & ExtractProgress)
  | { readonly phase: "prepare"; readonly files: number }
  /** A competition that is already prepared is compared with its manifest. */
  | { readonly phase: "compare"; readonly files: number; readonly bytes: number }
  | { readonly phase: "checksums"; readonly files: number; readonly bytes: number }
  | { readonly phase: "check" }
  | { readonly phase: "finish" };

export type OnPreparationProgress = (progress: PreparationProgress) => void;

/** Passes on the first report of each phase, then at most one every `everyMs`. */
export function throttleProgress(report: OnPreparationProgress, everyMs = 200): OnPreparationProgress {
  let [phase, last] = ["", 0];
  return (progress) => {
    const time = performance.now();
    if (progress.phase === phase && time - last < everyMs) return;
    phase = progress.phase;
    last = time;
    report(progress);
  };
}
