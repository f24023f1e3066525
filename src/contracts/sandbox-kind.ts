import type { Enforcement, Isolation, Network, Sandbox, SandboxLimits, SandboxRecord, SandboxSpec } from "./sandbox.ts";

/** What callers may ask about a kind of sandbox. Its code is not loaded and nothing is opened for the answer. */
export interface SandboxTraits {
  readonly isolation: Isolation;
  /**
   * True: its folders are `homePaths`, and what `SandboxSpec.readOnly` names is at the path it names. False: commands see
   * the host's files at the host's paths.
   */
  readonly ownFileSystem: boolean;
  /** Folders of the host with the system's programs that commands see at the same places; `/` for everything. */
  readonly hostFolders: readonly string[];
  /** The networks that it can be opened with. */
  readonly networks: readonly Network[];
  /** The networks with which a port inside is a port of the host, so that sandboxes would take each other's ports. */
  readonly sharesHostNetworkOn: readonly Network[];
  /** Commands run in a container image, whose `/home` they may be able to write. */
  readonly takesImage: boolean;
  /** Containers can be given further settings, see `SandboxSettings.hostConfig`. */
  readonly takesHostConfig: boolean;
  /**
   * How each limit is held, the best way first; `none` where it may not hold. The others are for systems that lack what the
   * first one takes. The record of an open sandbox says which one it is.
   */
  readonly limits: Readonly<Record<keyof SandboxLimits, readonly Enforcement[]>>;
}

/** How the sandboxes of a kind are made, besides each one's specification. A kind ignores what it has no use for. */
export interface SandboxSettings {
  /** Name or digest of an image that the engine has already. Default: `environmentImage`. */
  readonly image?: string;
  /** The container engine's socket. Default: see `engineSocket`. */
  readonly socket?: string;
  /** Size of `/dev/shm`, which the processes of a data loader share. Default: the engine's, 64 MB. */
  readonly shmMb?: number;
  /**
   * Further settings of the engine's `HostConfig`, over ours; lists are added to ours. The record names them: they can undo
   * the isolation.
   */
  readonly hostConfig?: Readonly<Record<string, unknown>>;
  /** Keeps the stopped containers for inspection: the record names them, and the user removes them. */
  readonly retain?: boolean;
}

/** One line of the registry. */
export interface SandboxKind {
  readonly name: string;
  traits(settings?: SandboxSettings): SandboxTraits;
  /** Loads its code. Nothing is opened yet. */
  create(settings?: SandboxSettings): Promise<SandboxProvider>;
}

/** A kind of sandbox with its settings, ready to open any number. */
export interface SandboxProvider {
  readonly name: string;
  readonly traits: SandboxTraits;
  /** Null when it can be used here, otherwise what is missing and how to get it. */
  unavailable(): Promise<string | null>;
  /** How each of these limits would hold on this machine now; see `SandboxRecord.enforcement`. */
  enforcement(limits: SandboxLimits): SandboxRecord["enforcement"];
  /** The digest of the image that commands run in; null when there is no such image. Absent where there are no images. */
  imageId?(): Promise<string | null>;
  open(spec: SandboxSpec): Promise<Sandbox>;
  /** Ends what processes of ours left running on this machine when they were killed or crashed. Returns how many. */
  reap(): Promise<number>;
}
