#!/usr/bin/env node
import { readEnvironmentFile } from "../config/environment-file.ts";
import { exitCodes } from "./exit-codes.ts";
import { program } from "./program.ts";
import { reportFailure } from "./report-failure.ts";

// A reader that stops early (`mlebench list | head`) is not an error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(exitCodes.done);
  throw error;
});

async function main(): Promise<void> {
  readEnvironmentFile(process.cwd());
  await program.parseAsync();
}

main().catch((error) => {
  process.exitCode = reportFailure(error);
});
