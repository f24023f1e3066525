#!/usr/bin/env node
import { exitCodes } from "./exit-codes.ts";
import { program } from "./program.ts";
import { reportFailure } from "./report-failure.ts";

// A reader that stops early (`mlebench list | head`) is not an error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(exitCodes.done);
  throw error;
});

program.parseAsync().catch((error) => {
  process.exitCode = reportFailure(error);
});
