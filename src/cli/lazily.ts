/** What a command's module exports. `Parameters` are its arguments, then its options. */
interface CommandModule<Parameters extends unknown[]> {
  /** Returns the exit code. */
  readonly run: (...parameters: Parameters) => Promise<number> | number;
}

/** An action that loads a command's module when the command runs: `mlebench --help` loads none. */
export function lazily<Parameters extends unknown[]>(load: () => Promise<CommandModule<Parameters>>) {
  return async (...parameters: [...Parameters, command: unknown]): Promise<void> => {
    const { run } = await load();
    process.exitCode = await run(...(parameters.slice(0, -1) as Parameters));
  };
}
