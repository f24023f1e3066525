import { green, red, yellow } from "../styled-text.ts";

/** How each finding of `doctor` and `competition lint` begins. */
export const findingMarks = { ok: green("ok     "), warning: yellow("warning"), problem: red("problem") };
