import { existsSync, lstatSync, readdirSync, statSync } from "node:fs";
import { expect, test } from "vitest";
import { hasBubblewrap } from "../support/bubblewrap.ts";
import { plant, runGround } from "../support/run-agents.ts";
import { attack, expectOneEnd, inNode } from "./attack.ts";

const ground = await runGround(plant);
const file = '"$SUBMISSION_DIR/submission.csv"';
const program = (text: string): string =>
  inNode(`const fs = require("node:fs"); const file = process.env.SUBMISSION_DIR + "/submission.csv";\n${text}`);

/** What is left in the place of the submission. None of it is valid, none of it is our failure. */
const hostile: [what: string, script: string][] = [
  ["a zip bomb", program(`fs.writeFileSync(file, require("node:zlib").gzipSync(Buffer.alloc(5e8)));`)],
  [
    "a million columns",
    program(
      `fs.writeFileSync(file, Array.from({ length: 1e6 }, (_, i) => "c" + i).join() + "\\n" + "1,".repeat(1e6) + "\\n");`,
    ),
  ],
  ["ten million empty rows", program(`fs.writeFileSync(file, "\\n".repeat(1e7));`)],
  ["a row of a hundred megabytes", program(`fs.writeFileSync(file, "id,x\\n" + "x".repeat(1e8));`)],
  ["a quote that is never closed", program(`fs.appendFileSync(file, '\\n"' + ",\\n".repeat(1e6));`)],
  ["NUL bytes", `head -c 1000000 /dev/zero > ${file}`],
  ["bytes that are not text", `head -c 1000000 /dev/urandom > ${file}`],
  ["holes", `truncate -s 200m ${file}`],
  ["nothing", `: > ${file}`],
  ["a program as header", `printf '#!/bin/sh\\ntouch /tmp/owned\\n' > ${file}; chmod 6777 ${file}`],
  ["numbers beyond all bounds", `sed -i '2,$s/,[^,]*$/,1e999999999/' ${file}`],
  ["formulas and terminal codes", `printf '\\033]0;owned\\007,=cmd()\\n1,\\033[2J\\n' > ${file}`],
  ["the same id in every row", `sed -i '3,$s/^[^,]*/1/' ${file}`],
  ["names of columns from JavaScript", `printf '__proto__,constructor\\n1,2\\n' > ${file}`],
];

test.skipIf(!hasBubblewrap).each(hostile)("a submission of %s is invalid, and no more than that", async (_, script) => {
  const ran = await attack(ground, { script });
  const events = await expectOneEnd(ran);
  expect(ran.exitCode, ran.stderr).toBe(3);
  expect(events.find(({ type }) => type === "graded")).toMatchObject({ valid: false, score: null });
  expect(ran.stdout + ran.stderr).not.toContain("\u001b");
  expect(lstatSync(ran.group.run().place("submission.csv")).mode & 0o777).toBe(0o444);
});

/** What is not a file. */
const noFile: [what: string, script: string][] = [
  ["a pipe that is never written", `rm ${file}; mkfifo ${file}`],
  ["a pipe that is written without end", `rm ${file}; mkfifo ${file}; (yes > ${file}) & sleep 1`],
  [
    "a socket",
    program(
      `fs.rmSync(file); require("node:net").createServer().listen(file, () => process.kill(process.pid, "SIGKILL"));`,
    ),
  ],
  ["a link to a device", `ln -sf /dev/zero ${file}`],
  ["a link to a process's files", `ln -sf /proc/self/fd/0 ${file}`],
  ["a link to the answers", `ln -sf ../../../../private/answers.csv ${file}`],
  ["a link to itself", `ln -sf submission.csv ${file}`],
  [
    "a folder that holds itself deeply",
    `rm ${file}; d=${file}; i=0; while [ $i -lt 400 ]; do mkdir "$d" && cd "$d" || exit 0; d=dddddddddd; i=$((i+1)); done`,
  ],
];

test.skipIf(!hasBubblewrap).each(noFile)("%s is not a submission", async (_, script) => {
  const ran = await attack(ground, { script: `${script}; sleep 0.5; exit 0` });
  // A tree that is too deep to be measured counts as one that fills the disk.
  const events = await expectOneEnd(ran, /finished|limit/);
  expect(events.find(({ type }) => type === "sealed")).toMatchObject({ submission: null });
  expect(ran.group.run().place("submission.csv")).not.toSatisfy(existsSync);
});

/** What changes while we look. */
const races: [what: string, script: string][] = [
  [
    "a file and a link to a file of the host",
    `ln -s /etc/passwd link; while :; do ln -sf /etc/passwd ${file}; cp "$DATA_DIR/sample_submission.csv" next; mv next ${file}; done`,
  ],
  [
    "a file and a folder",
    `while :; do rm -rf ${file}; mkdir ${file}; rmdir ${file}; cp "$DATA_DIR/sample_submission.csv" ${file}; done`,
  ],
  [
    "a file and a pipe",
    `while :; do rm -f ${file}; mkfifo ${file}; rm ${file}; cp "$DATA_DIR/sample_submission.csv" ${file}; done`,
  ],
  ["a file that grows", `while :; do head -c 1000000 /dev/urandom >> ${file}; done`],
  ["a file that grows and shrinks", `while :; do truncate -s 90m ${file}; truncate -s 10 ${file}; done`],
  [
    "the permissions",
    `while :; do chmod 0 ${file} "$SUBMISSION_DIR"; chmod 700 "$SUBMISSION_DIR"; chmod 600 ${file}; done`,
  ],
];

test.skipIf(!hasBubblewrap).each(races)(
  "an agent that keeps swapping %s until it is killed gets nothing from us",
  async (_, loop) => {
    // The main process exits; what goes on writing must not be able to while the run is sealed.
    const script = `(setsid sh -c '${loop.replaceAll("'", "'\\''")}' >/dev/null 2>&1 &) ; sleep 3; exit 0`;
    const ran = await attack(ground, { script, options: ["--disk", "1g"] });
    const events = await expectOneEnd(ran, /finished|limit/);
    const kept = ran.group.run();
    const copies = existsSync(kept.place("candidates")) ? readdirSync(kept.place("candidates")) : [];
    expect(copies.length).toBe(events.filter(({ type }) => type === "candidate").length);
    const submission = kept.place("submission.csv");
    for (const copy of [...copies.map((name) => kept.place("candidates", name)), submission].filter((path) =>
      existsSync(path),
    )) {
      expect(lstatSync(copy).isFile()).toBe(true);
      expect(statSync(copy).size).toBeLessThanOrEqual(2 ** 30);
      if (statSync(copy).size < 1e6) expect(kept.read(copy.slice(kept.folder.length))).not.toContain("root:");
    }
  },
);

test.skipIf(!hasBubblewrap || !existsSync("/usr/bin/python3"))(
  "an agent that holds a lease on its submission earns no other attempt",
  async () => {
    const program = [
      "import fcntl, os, signal, time",
      "signal.signal(signal.SIGIO, signal.SIG_IGN)",
      'held = os.open(os.environ["SUBMISSION_DIR"] + "/submission.csv", os.O_RDWR)',
      // It gets none while we read the file.
      "while True:",
      "    try: fcntl.fcntl(held, fcntl.F_SETLEASE, fcntl.F_WRLCK); break",
      "    except BlockingIOError: time.sleep(0.01)",
      "time.sleep(2)",
    ].join("\n");
    const ran = await attack(ground, { script: `/usr/bin/python3 - <<'END'\n${program}\nEND` });
    const events = await expectOneEnd(ran);
    expect(events.find(({ type }) => type === "graded")).toMatchObject({ valid: true });
  },
);
