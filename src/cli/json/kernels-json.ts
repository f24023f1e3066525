import type { KernelDownload } from "../../runs/preparation/download-kernels.ts";

/** The kernels of one competition that were to be downloaded. */
export interface CompetitionKernels {
  readonly competitionId: string;
  readonly folder: string;
  readonly kernels: readonly KernelDownload[];
  /** Why there is no list of kernels. */
  readonly error: { readonly code: string; readonly message: string } | null;
}

export function kernelsJson({ competitionId, folder, kernels, error }: CompetitionKernels) {
  return {
    competition_id: competitionId,
    folder,
    kernels: kernels.map(({ reference, path, wasThere, error: problem }) => ({
      reference,
      path,
      was_there: wasThere,
      error: problem,
    })),
    error,
  };
}
