import { readdirSync, readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";

/** What the Python reference answered for one submission on synthetic data. */
export interface GoldenCase {
  readonly name: string;
  readonly file: string;
  readonly outcome: "score" | "invalid" | "error" | "unreadable";
  readonly score?: number | string;
  readonly rounded?: number | string;
  readonly message?: string;
  readonly bytes: Buffer;
}

export interface GoldenGrades {
  readonly competition: string;
  readonly answers: { readonly file: string; readonly bytes: Buffer };
  readonly cases: readonly GoldenCase[];
}

const folder = new URL("../golden/grade/", import.meta.url);

type Packed = { readonly text?: string; readonly base64?: string };
const unpack = ({ text, base64 }: Packed): Buffer =>
  text === undefined ? Buffer.from(base64!, "base64") : Buffer.from(text);

/** Competitions that have golden grades. */
export function goldenIds(): string[] {
  return readdirSync(folder).map((file) => file.replace(".json.br", ""));
}

export function goldenGrades(id: string): GoldenGrades {
  const packed = JSON.parse(brotliDecompressSync(readFileSync(new URL(`${id}.json.br`, folder))).toString());
  return {
    competition: packed.competition,
    answers: { file: packed.answers.file, bytes: unpack(packed.answers) },
    cases: packed.cases.map((entry: Packed) => ({ ...entry, bytes: unpack(entry) })),
  };
}
