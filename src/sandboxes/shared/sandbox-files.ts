import type { CollectedFiles, CollectOptions, FileVersion, HandedOver } from "../../contracts/sandbox.ts";

/** The folders that can be read and written from outside, by their names in a workspace. */
export const sharedFolders = ["submission", "code", "logs"] as const;

/** A file or folder in one of them; `relative` is empty for the folder itself. */
export interface FilePlace {
  readonly folder: (typeof sharedFolders)[number];
  readonly relative: string;
}

export type OnVersion = (version: Omit<FileVersion, "path">) => void | Promise<void>;

/**
 * How the harness reaches the files of one sandbox, wherever they are: in a folder of the host (`hostFiles`), or on another
 * machine. The methods do what those of `Sandbox` with the same names promise; none follows a symbolic link.
 */
export interface SandboxFiles {
  read(place: FilePlace, maxBytes: number): Promise<Uint8Array | null>;
  write(place: FilePlace, content: string | Uint8Array): Promise<void>;
  collect(place: FilePlace, target: string, options?: CollectOptions): Promise<CollectedFiles>;
  /** `watchVersions` makes one from a look at the file. */
  watch(place: FilePlace, onVersion: OnVersion): () => Promise<void>;
  /** Bytes in the shared folders and among the temporary files. */
  diskUse(): Promise<number>;
  /** Called when no command runs any more. */
  handOver(maxBytes: number): Promise<HandedOver>;
}
