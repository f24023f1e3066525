/** Exit codes of the command. */
export const exitCodes = {
  done: 0,
  ourFailure: 1,
  wrongUsage: 2,
  /** Finished, but some items are invalid or failed. */
  failedItems: 3,
  /** Stopped by the user (Ctrl-C), by the shells' convention. */
  interrupted: 130,
} as const;
