import { closeSync, openSync, statSync } from "node:fs";
import { SandboxUnavailable } from "../../lib/errors.ts";
import { ownerMark, ownerVariable } from "../shared/owner.ts";
import { systemPath } from "../shared/system-path.ts";
import { pauseScript, spawnPaused } from "./spawn-paused.ts";

/** How one command gets to what it mounts. */
interface StageEntry {
  /** What goes before bwrap. */
  readonly prelude: readonly string[];
  /** Where bwrap finds a source. */
  readonly place: (source: string) => string;
}

/** Where bwrap finds the files and folders of the host that commands see. */
export interface MountStage {
  /** @throws SandboxUnavailable when the sources cannot be mounted. */
  enter(): Promise<StageEntry>;
  /** After the last command. */
  close(): void;
}

const stage = "/mnt";

/**
 * When we are root, commands must not be: kernel files, sockets and process counts go by the host's user. So they first
 * become `user`. That user may not be able to reach the sources (below a home that is closed to others), so root mounts them
 * at an open place beforehand, in a mount namespace that the commands of a sandbox share. Only our open file keeps it: it
 * ends with us. Other users change nothing.
 */
export function mountStage(sources: readonly string[], user: number): MountStage {
  if (process.getuid?.() !== 0) {
    const entry: StageEntry = { prelude: [], place: (source) => source };
    return { enter: async () => entry, close: () => undefined };
  }
  const opened: number[] = [];
  let identity = "";
  let made = Promise.resolve(0);
  const namespace = async (): Promise<number> => {
    const now = sources.map(identityOf).join();
    if (identity !== now) {
      identity = now;
      made = makeNamespace(sources);
      opened.push(
        await made.catch((error) => {
          identity = "";
          throw error;
        }),
      );
    }
    return await made;
  };
  const places = new Map(sources.map((source, index) => [source, `${stage}/${index}`]));
  return {
    enter: async () => ({
      prelude: [
        ...["nsenter", `--mount=/proc/${process.pid}/fd/${await namespace()}`, "--"],
        ...["setpriv", "--reuid", String(user), "--regid", String(user), "--clear-groups", "--no-new-privs"],
        ...["--bounding-set", "-all", "--inh-caps", "-all"],
      ],
      place: (source) => places.get(source)!,
    }),
    close: () => {
      for (const descriptor of opened.splice(0)) closeSync(descriptor);
    },
  };
}

/** Changes when another file or folder takes a source's place: what is mounted keeps its number from being used again. */
function identityOf(source: string): string {
  const status = statSync(source, { throwIfNoEntry: false });
  return `${status?.dev} ${status?.ino}`;
}

/** Mounts the sources in a mount namespace of their own, and returns the open file that keeps it. */
async function makeNamespace(sources: readonly string[]): Promise<number> {
  // The sources are arguments, not part of the script: a path may hold anything.
  const script = [
    "set -e",
    `mount -t tmpfs -o mode=755 none ${stage}`,
    "index=0",
    "for source; do",
    `  if [ -d "$source" ]; then mkdir ${stage}/$index; else : > ${stage}/$index; fi`,
    `  mount --rbind -- "$source" ${stage}/$index`,
    "  index=$((index + 1))",
    "done",
    pauseScript(0),
  ].join("\n");
  let said = "";
  const line = ["unshare", "--mount", "--propagation", "private", "/bin/sh", "-c", script, "sh", ...sources];
  const helper = await spawnPaused(line, {
    environment: { PATH: systemPath, [ownerVariable]: ownerMark() },
    onOutput: (chunk) => {
      if (said.length < 4096) said += Buffer.from(chunk).toString("utf8");
    },
  });
  if (!helper.isReady) throw new SandboxUnavailable(`What commands see could not be mounted: ${said.trim()}`);
  try {
    return openSync(`/proc/${helper.pid}/ns/mnt`, "r");
  } finally {
    await helper.giveUp();
  }
}
