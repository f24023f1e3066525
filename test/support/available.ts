import { accessSync, constants } from "node:fs";
import path from "node:path";

/** Whether a program is installed: some tests compare with one, and are skipped where it is missing. */
export function available(program: string): boolean {
  return (process.env.PATH ?? "").split(path.delimiter).some((directory) => {
    try {
      accessSync(path.join(directory, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
