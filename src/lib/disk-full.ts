import { hasCode } from "./error-code.ts";

/** Whether an error, or one that caused it, says that there is no room left on a disk. */
export function isDiskFull(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (hasCode(each, "ENOSPC", "EDQUOT", "disk-full")) return true;
  }
  return false;
}
