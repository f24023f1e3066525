import { z } from "zod";
import { exactVersion } from "../../installation/exact-version.ts";

/** The settings of coders, as part of those of a search agent. */
export const coderSettings = {
  coder_turns: z
    .int()
    .positive()
    .default(30)
    .describe("most answers of the coder `react` for one version of a program; other coders take no notice"),
  coder_version: z
    .string()
    .refine((text) => exactVersion.test(text), "expected an exact version, such as 1.2.3")
    .exactOptional()
    .describe("which installed version of a coding agent writes the programs; by default the one that was tried"),
};

export type CoderSettings = z.infer<z.ZodObject<typeof coderSettings>>;
