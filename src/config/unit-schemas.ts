import { z } from "zod";
import type { CompetitionDefinition } from "../contracts/competition.ts";
import type { OwnFacts } from "../contracts/own-facts.ts";

const aFunction = z.custom<never>((value) => typeof value === "function", "expected a function");
const aUrl = z.custom<URL>(
  (value) => value instanceof URL && value.protocol === "file:",
  'expected a URL such as new URL("./raw/", import.meta.url)',
);
const md5 = z.string().regex(/^[0-9a-f]{32}$/, "expected an MD5 in hexadecimal digits");
const target = (part: string) =>
  z
    .string()
    .regex(new RegExp(`^${part}/[^/]`), `expected a path such as ${part.includes("|") ? "private" : part}/test.csv`);
const anyTarget = target("(?:public|private)");

const facts = z
  .strictObject({
    name: z.string().min(1),
    category: z.string().exactOptional(),
    complexity: z.enum(["low", "medium", "high", "custom"]).exactOptional(),
    sizeGb: z.number().nonnegative().exactOptional(),
    better: z.enum(["lower", "higher"]),
    leaderboard: z.array(z.number()).min(1).exactOptional(),
    thresholds: z
      .strictObject({ gold: z.number(), silver: z.number(), bronze: z.number(), median: z.number() })
      .exactOptional(),
    sampleScore: z.number().exactOptional(),
    files: z
      .strictObject({
        answers: target("private").exactOptional(),
        sampleSubmission: target("public").exactOptional(),
        gold: target("private").exactOptional(),
      })
      .exactOptional(),
    checksums: z
      .strictObject({
        zip: md5.nullable().exactOptional(),
        public: z.record(z.string(), md5).exactOptional(),
        private: z.record(z.string(), md5).exactOptional(),
      })
      .exactOptional(),
  })
  .refine(({ leaderboard, thresholds }) => leaderboard !== undefined || thresholds !== undefined, {
    error: "expected a leaderboard, thresholds or both",
  }) satisfies z.ZodType<OwnFacts>;

/** A competition from outside this package. */
export const competitionSchema = z.strictObject({
  // Upstream's tools take what is before the first underscore of a run's name for the competition.
  id: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9-]*$/, "expected letters, digits and hyphens"),
  metric: z.string().min(1),
  submissionFormat: z.string().min(1),
  task: z.string().exactOptional(),
  description: aUrl.exactOptional(),
  knownProblems: z.array(z.string()).exactOptional(),
  rounding: z.enum(["python", "numpy"]).exactOptional(),
  readAnswers: aFunction.exactOptional(),
  grade: aFunction,
  prepare: aFunction,
  rehearse: z.union([aFunction, z.strictObject({ impossible: z.string() })]).exactOptional(),
  raw: z.union([aUrl, z.literal("generated")], { error: 'expected a URL, or "generated"' }).exactOptional(),
  checks: z
    .strictObject({
      disjoint: z.strictObject({ train: anyTarget, test: anyTarget, id: z.string() }).exactOptional(),
      hidden: z.strictObject({ file: anyTarget, columns: z.array(z.string()) }).exactOptional(),
      answersArePerfect: z.boolean().exactOptional(),
    })
    .exactOptional(),
  facts,
});

/** What the schema promises: a definition that has facts. */
export type OwnCompetition = CompetitionDefinition & { readonly facts: OwnFacts };

/** An agent from outside this package, as `defineAgent` leaves it. */
export const agentSchema = z.strictObject({
  name: z.string().regex(/^[A-Za-z0-9][\w.-]*$/, "expected letters, digits, hyphens, dots and underscores"),
  summary: z.string().min(1),
  needs: z.array(z.string()),
  testOnly: z.boolean(),
  ownImage: z.boolean(),
  takesModel: z.boolean().exactOptional(),
  needsModel: z.boolean().exactOptional(),
  rehearses: z.boolean().exactOptional(),
  settings: z.custom<z.ZodType>(
    (value) => typeof (value as { safeParse?: unknown } | null)?.safeParse === "function",
    "expected a zod schema",
  ),
  label: aFunction.exactOptional(),
  parts: aFunction.exactOptional(),
  create: aFunction,
});
