import { spawn } from "node:child_process";
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasBubblewrap } from "../support/bubblewrap.ts";
import { plant, runGround, submitSample } from "../support/run-agents.ts";
import { runCli } from "../support/run-cli.ts";
import { attack, expectOneEnd, inNode } from "./attack.ts";

const ground = await runGround(plant);
const secret = "SECRET-OF-THE-HOST";
const abstractName = `mlebench-attack-${process.pid}`;
const shared = `/dev/shm/mlebench-attack-${process.pid}`;
const server = createServer((client) => client.end(secret));
const answers = join(ground.data, plant, "prepared", "private");

beforeAll(async () => {
  writeFileSync(shared, secret);
  await new Promise<void>((resolve) => server.listen({ path: `\0${abstractName}` }, resolve));
});
afterAll(() => {
  rmSync(shared, { force: true });
  server.close();
});

/** A line of the answers that is in no public file. */
const answerLines = (): string[] => {
  const [file] = readdirSync(answers).filter((name) => name.endsWith(".csv"));
  return readFileSync(join(answers, file!), "utf8").trim().split("\n").slice(1, 50);
};

/** System calls by their numbers on x64; elsewhere they are others, which fail as well. */
const perl = (program: string): string => `perl -e '${program}' 2>&1`;

const looks: [what: string, script: string][] = [
  [
    "the answers by every path",
    `cat ${answers}/* ${answers}/../private/* "$DATA_DIR"/../private/* /proc/self/root${answers}/* /proc/1/root${answers}/* /proc/1/cwd/../private/*; cd "$DATA_DIR" && cat ../private/* ../../private/*`,
  ],
  [
    "other folders through open files of other processes",
    "for f in /proc/[0-9]*/fd/*; do [ -d $f/.. ] && ls $f/ $f/.. && cat $f/private/* $f/../private/*; done; for r in /proc/[0-9]*/root /proc/[0-9]*/cwd; do ls $r/../../../..; done",
  ],
  [
    "the environment of every process",
    "env; cat /proc/[0-9]*/environ /proc/[0-9]*/cmdline; cat /proc/self/task/*/environ",
  ],
  [
    "the memory of the sandbox's first process",
    `cat /proc/1/maps; ${inNode(`
    const fs = require("node:fs");
    for (const line of fs.readFileSync("/proc/1/maps", "utf8").split("\\n")) {
      const [, from, to] = /^(\\w+)-(\\w+) r/.exec(line) ?? [];
      if (from === undefined) continue;
      try {
        const bytes = Buffer.alloc(Math.min(1e7, parseInt(to, 16) - parseInt(from, 16)));
        fs.readSync(fs.openSync("/proc/1/mem", "r"), bytes, 0, bytes.length, parseInt(from, 16));
        if (bytes.includes("SECRET-OF" + "-THE-HOST")) console.log("SECRET-OF" + "-THE-HOST");
      } catch {}
    }`)}`,
  ],
  ["shared memory", `cat ${shared} /dev/shm/*; ls /dev/shm; ipcs; cat /proc/sysvipc/*`],
  [
    "abstract sockets",
    inNode(
      `require("node:net").connect({ path: "\\0${abstractName}" }).on("data", (d) => console.log(String(d))).on("error", () => undefined);`,
    ),
  ],
  [
    "the kernel's tables",
    "cat /proc/kallsyms | grep -v '^0000000000000000' | head -3 | grep -c . ; cat /proc/kcore /dev/mem /dev/kmsg /proc/kmsg | head -c 100; dmesg; cat /sys/kernel/debug/* /proc/sched_debug /proc/timer_list",
  ],
  [
    "keys of the operator's session",
    perl('for (1..5) { my $b = chr(0) x 4096; my $n = syscall(250, 11, -$_, $b, 4096); print "KEYS $n\\n" if $n > 0 }'),
  ],
  [
    "files through handles instead of paths",
    perl(
      'my $h = pack(q(IiQ), 8, 1, 2); for my $fd (0..9) { my $r = syscall(304, $fd, $h, 0); print "OPENED\\n" if $r >= 0 }',
    ),
  ],
  [
    "files of another process by its descriptor",
    perl(
      "my $p = syscall(434, 1, 0); for my $n (0..20) { my $f = syscall(438, $p, $n, 0); next if $f < 0; my $t = readlink(qq(/proc/self/fd/$f)); print qq($n $t\\n) if $t =~ m(^/(?!dev/null)) }",
    ),
  ],
];

describe.skipIf(!hasBubblewrap)("an agent does not find", () => {
  test.each(looks)("%s", async (_, script) => {
    const bystander = spawn("sleep", ["600"], { env: { ...process.env, BYSTANDER: secret } });
    const ran = await attack(ground, { script: `${script}; exit 0`, environment: { OPERATOR_KEY: secret } });
    bystander.kill();
    const { output } = ran.group.run();
    expect(output).not.toMatch(/SECRET-OF-THE-HOST|KEYS|OPENED|OPERATOR_KEY/);
    for (const line of answerLines()) expect(output.split("\n")).not.toContain(line);
    await expectOneEnd(ran);
  });

  test("what other runs of its group do, and cannot wait for them in the same place", async () => {
    const own =
      'echo SECRET-OF-SEED-$SEED | tee "$CODE_DIR/idea" "$LOGS_DIR/idea" /tmp/idea /dev/shm/idea > /dev/null; sleep 2';
    const search = 'grep -rs SECRET-OF-SEED /home /tmp /dev/shm /run /opt /var /mnt | grep -v "SEED-$SEED"';
    const deep = `find / -xdev -name 'run-group*' -o -name 'events.jsonl' -o -name '*seed-*' 2>/dev/null; ls ${ground.data}/.. 2>/dev/null`;
    const script = `${submitSample}; ${own}; ${search}; ${deep}; true`;
    const options = ["--sandbox", "bubblewrap", "--seeds", "2", "--jobs", "2", "--time-limit", "60"];
    const ran = await ground.run([...options, "--", "/bin/sh", "-c", script]);
    expect(ran.exitCode, ran.stderr).toBe(0);
    for (const seed of [0, 1]) expect(ran.group.run(`${plant}_seed-${seed}`).output).toBe("");
  });
});

/** Files that must not be harmful to those who look at a run afterwards. */
const leftovers: [what: string, script: string][] = [
  [
    "programs with the rights of their owner",
    'cp /bin/sh owned; chmod 6755 owned; mkdir d; chmod 7777 d; cp /bin/sh "$LOGS_DIR/owned"; chmod 6777 "$LOGS_DIR/owned"',
  ],
  [
    "hard links to files of the host",
    'for f in /etc/passwd /bin/sh "$DATA_DIR"/* /opt/mlebench/tools/* /opt/mlebench/node /run/mlebench/*; do ln $f "$CODE_DIR/"; ln -f $f "$SUBMISSION_DIR/submission.csv"; done; true',
  ],
  [
    "links to everything",
    `for t in / /etc/passwd /proc/self/mem /dev/zero ${answers} ../../../../.. . ..; do ln -s $t "l$(echo $t | tr / _)"; ln -s $t "$LOGS_DIR/l$(echo $t | tr / _)"; done`,
  ],
  ["devices, pipes and sockets", 'mkfifo p "$LOGS_DIR/p"; mknod b b 8 0; mknod c c 1 5; true'],
  [
    "names that hurt",
    inNode(`
    const fs = require("node:fs");
    const names = ["a\\nb", "\\u001b]0;owned\\u0007", "\\u202egpj.sh", "-rf", "--", "'", '"', "$(reboot)", "\\u2028", "con", " ", "...", "x".repeat(255), "\\\\", "*", "__proto__", "events.jsonl", "a\\tb  c"];
    for (const name of names) { fs.writeFileSync(name, name); fs.mkdirSync(name.slice(0, 200) + "-d"); fs.writeFileSync(name.slice(0, 200) + "-d/" + name, name); }
    for (const bytes of [[255, 254], [195, 40], [237, 160, 128], [1, 2, 3], [128]]) fs.writeFileSync(Buffer.from(bytes), "x");
    fs.writeFileSync("\\ufffd-" , "x");`),
  ],
  [
    "files of unlimited size",
    'truncate -s 8e a 2>/dev/null || truncate -s 8t a; truncate -s 8t "$LOGS_DIR/b" "$SUBMISSION_DIR/submission.csv.2" /tmp/c; true',
  ],
];

describe.skipIf(!hasBubblewrap)("a record is safe to keep although its agent leaves", () => {
  test.each(leftovers)("%s", async (_, script) => {
    const ran = await attack(ground, { script });
    await expectOneEnd(ran);
    const { folder } = ran.group.run();
    const links: string[] = [];
    for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
      const status = lstatSync(join(folder, name));
      if (status.isSymbolicLink()) links.push(name);
      else expect([name, status.isFile() || status.isDirectory()]).toEqual([name, true]);
      expect([name, status.mode & 0o7000]).toEqual([name, 0]);
      if (status.isFile()) expect([name, status.nlink]).toEqual([name, 1]);
    }
    expect(links.filter((name) => name !== join("submission", "submission.csv"))).toEqual([]);
    for (const shown of [
      ["runs", "show", ran.group.folder],
      ["logs", folder],
      ["ps", "--all", "--run-dir", ran.runs],
    ]) {
      const { exitCode, stdout, stderr } = await runCli(shown);
      expect([shown[0], exitCode, stderr]).toEqual([shown[0], 0, ""]);
      expect(stdout).not.toContain("\u001b");
    }
    expect(existsSync(join(folder, "workspace"))).toBe(false);
  });
});

describe.skipIf(!hasBubblewrap)("data in a place that every sandbox shows", () => {
  test.runIf(process.getuid?.() === 0)("is hidden", async () => {
    const place = `/usr/local/share/mlebench-attack-${process.pid}`;
    mkdirSync(place);
    try {
      const prepared = await runCli(["prepare", "-c", plant, "--data-dir", place]);
      expect(prepared.exitCode, prepared.stderr).toBe(0);
      const script = `ls ${place}; find ${place} -name '*.csv'; cat ${place}/${plant}/prepared/private/*; exit 0`;
      const ran = await attack(ground, { script, options: ["--data-dir", place] });
      expect(ran.group.run().output).not.toMatch(/answers|\.csv$/m);
      for (const line of answerLines()) expect(ran.group.run().output.split("\n")).not.toContain(line);
      await expectOneEnd(ran);
    } finally {
      rmSync(place, { recursive: true, force: true });
    }
  });
});
