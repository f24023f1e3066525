/** Where run groups lie unless `--run-dir` says otherwise: `MLEBENCH_RUN_DIR`, else `runs` here, as upstream has it. */
export function defaultRunDirectory(environment: NodeJS.ProcessEnv = process.env): string {
  return environment.MLEBENCH_RUN_DIR || "runs";
}
