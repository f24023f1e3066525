import { logLossByClass } from "../../grade/log-loss-by-class.ts";
import { QuickRandom } from "../../lib/random/quick-random.ts";
import { oneHot } from "../../prepare/one-hot.ts";
import { tableOfRows } from "../../prepare/table-of-rows.ts";
import { defineCompetition } from "../define-competition.ts";
import type { DemoData } from "./demo-data.ts";
import { demoPreparation } from "./demo-preparation.ts";
import { phrasesByTopic, politePhrases } from "./message-topic-phrases.ts";

const [id, target] = ["message_id", "topic"];
const [trainRows, testRows] = [1600, 800];
const topics = Object.keys(phrasesByTopic);
/** The share of phrases about the message's own topic and about any topic. The rest is small talk. */
const shares = { own: 0.4, any: 0.24 };

export default defineCompetition({
  id: "demo-message-topic",
  metric: "Multi-class log loss",
  task:
    "predict which of four topics a message to a shop is about. Messages mention other things and have typos. The " +
    "probabilities count, not only the most likely topic.",
  submissionFormat:
    "Columns message_id, account, delivery, payment and returns: one row per test message, with the probability of each " +
    "topic. The probabilities sum to 1.",
  grade: logLossByClass({ id, classes: topics }),

  ...demoPreparation(generate, ({ write }, { train, test }) => {
    const answers = oneHot(test, { id, target, classes: topics });
    write("public/train.csv", train);
    write("public/test.csv", test.drop(target));
    write(
      "public/sample_submission.csv",
      topics.reduce((table, topic) => table.with(topic, { float: 0.25 }), answers),
    );
    write("private/test.csv", answers);
  }),
  checks: {
    disjoint: { train: "public/train.csv", test: "private/test.csv", id },
    hidden: { file: "public/test.csv", columns: [target, ...topics] },
  },
});

/** The messages, and the true topic probabilities of those in the test set. */
export function generate(): DemoData {
  const random = new QuickRandom(71_003);
  const messages = Array.from({ length: trainRows + testRows }, (_, row) => writeMessage(random, row));
  const rows = messages.map(({ row }) => row);
  return {
    train: tableOfRows(rows.slice(0, trainRows)),
    test: tableOfRows(rows.slice(trainRows)),
    id,
    target,
    predicts: "probabilities",
    classes: topics,
    expected: Float64Array.from(messages.slice(trainRows).flatMap(({ chances }) => chances)),
  };
}

function writeMessage(random: QuickRandom, number: number) {
  const topic = random.below(topics.length);
  const phrases: string[] = [];
  const weights = topics.map(() => 1);
  for (let left = 2 + random.below(4); left > 0; left -= 1) {
    const draw = random.next();
    if (draw >= shares.own + shares.any) {
      phrases.push(random.pick(politePhrases));
      continue;
    }
    const about = draw < shares.own ? topic : random.below(topics.length);
    phrases.push(random.pick(phrasesByTopic[topics[about]!]!));
    // How much more likely a phrase is under its own topic than under another.
    weights[about]! *= (shares.own + shares.any / topics.length) / (shares.any / topics.length);
  }
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const row = {
    [id]: `m${String(number).padStart(5, "0")}`,
    message: `${phrases.map((phrase) => mistype(phrase, random)).join(random.pick([". ", ", ", " - "]))}.`,
    [target]: topics[topic]!,
  };
  return { row, chances: weights.map((weight) => weight / total) };
}

/** Occasionally swaps two neighbouring letters. */
function mistype(phrase: string, random: QuickRandom): string {
  if (!random.chance(0.12)) return phrase;
  const at = 1 + random.below(phrase.length - 2);
  return phrase.slice(0, at) + phrase[at + 1]! + phrase[at]! + phrase.slice(at + 2);
}
