import { type SpawnedCommand, type SpawnOptions, spawnCommand } from "../shared/spawn-command.ts";

/** A process that has got as far as it can without us. */
interface PausedCommand extends SpawnedCommand {
  /** False when it exited before it got there. */
  readonly isReady: boolean;
  /** Lets it continue, once. */
  readonly goOn: () => void;
  /** Ends it instead, and waits for that. */
  readonly giveUp: () => Promise<void>;
}

const ready = "ready-to-go-on";

/** Starts a command line with `pauseScript` in it, and waits until it pauses. */
export async function spawnPaused(
  command: readonly string[],
  options: Omit<SpawnOptions, "onStatus">,
): Promise<PausedCommand> {
  let goOn = (_: string | Promise<never>): void => undefined;
  let reportReady = (_: boolean): void => undefined;
  const go = new Promise<string>((resolve) => {
    goOn = resolve;
  });
  const paused = new Promise<boolean>((resolve) => {
    reportReady = resolve;
  });
  const spawned = await spawnCommand(command, {
    ...options,
    inputs: [...(options.inputs ?? []), go],
    onStatus: (status) => status.includes(ready) && reportReady(true),
  });
  return {
    ...spawned,
    isReady: await Promise.race([paused, spawned.ended.then(() => false)]),
    goOn: () => goOn("go\n"),
    giveUp: async () => {
      goOn(Promise.reject(new Error("The command is not to go on.")));
      await spawned.ended;
    },
  };
}

/** The lines of a shell that pause it: it reports that, and waits for a line on the stream after `inputs` others. */
export function pauseScript(inputs: number): string {
  const stream = 4 + inputs;
  return `echo ${ready} >&3; read -r line <&${stream} || exit 125; exec ${stream}<&-`;
}
