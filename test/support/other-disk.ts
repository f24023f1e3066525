import { existsSync, statSync } from "node:fs";
import { tmpdir } from "node:os";

/** A folder on another file system than temporary files, where links and renames fail as between disks; null if none. */
export const otherDisk =
  existsSync("/dev/shm") && statSync("/dev/shm").dev !== statSync(tmpdir()).dev ? "/dev/shm" : null;
