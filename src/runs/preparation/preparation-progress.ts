import type { DownloadProgress } from "../../kaggle/progress-meter.ts";
import type { ExtractProgress } from "../../lib/archive/archive-entry.ts";

/** Where a preparation stands. */
export type PreparationProgress =
  | ({ readonly phase: "download" } & DownloadProgress)
  /** A download waits after a failure. */
  | { readonly phase: "retry"; readonly waitMs: number; readonly reason: string }
  | { readonly phase: "verify" }
  | ({ readonly phase: "extract" } & ExtractProgress)
  | { readonly phase: "prepare"; readonly files: number }
  | { readonly phase: "checksums"; readonly files: number; readonly bytes: number }
  | { readonly phase: "check" }
  | { readonly phase: "finish" };

export type OnPreparationProgress = (progress: PreparationProgress) => void;

/** Passes on the first of every phase and then at most one in so many milliseconds. */
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
