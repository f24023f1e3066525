import { hasBubblewrap } from "../../support/bubblewrap.ts";
import { requireProgram } from "../../support/system-programs.ts";

/** Whether `Pod` works here. */
export const hasPods = hasBubblewrap && requireProgram("nsenter", "util-linux") !== null;
