// The golden cases of the test suite as files, and as a list for `mlebench grade`.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { brotliDecompressSync } from "node:zlib";

const golden = new URL("../test/golden/grade/", import.meta.url);
const bytesOf = ({ text, base64 }) => (text === undefined ? Buffer.from(base64, "base64") : Buffer.from(text));

function write(path, content) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytesOf(content));
  return path;
}

/** Unpacks the golden cases into a folder. Returns one item per submission. */
export function goldenItems(folder) {
  return readdirSync(golden).flatMap((file) => {
    const { competition, answers, cases } = JSON.parse(brotliDecompressSync(readFileSync(new URL(file, golden))));
    const answersPath = write(join(folder, competition, "answers", answers.file), answers);
    return cases.map((each, index) => ({
      competition_id: competition,
      submission_path: write(join(folder, competition, `${index}.csv`), each),
      answers_path: answersPath,
    }));
  });
}
