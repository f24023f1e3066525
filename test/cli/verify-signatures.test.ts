import { execFileSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { makeRunGroup } from "../support/make-run-group.ts";
import { runCli } from "../support/run-cli.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const place = temporaryDirectory();
const group = place("group");
const small = { competitions: ["a"], seeds: [0] };
const verify = (...parameters: string[]) => runCli(["verify", group, ...parameters]);

function pemKeys(name: string, passphrase?: string): void {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const cipher = passphrase === undefined ? {} : { cipher: "aes-256-cbc", passphrase };
  writeFileSync(place(name), privateKey.export({ type: "pkcs8", format: "pem", ...cipher }));
  writeFileSync(place(`${name}.pub`), publicKey.export({ type: "spki", format: "pem" }));
}

function sshKeys(name: string, type: string, passphrase = ""): void {
  execFileSync("ssh-keygen", ["-q", "-t", type, "-N", passphrase, "-C", "a comment", "-f", place(name)]);
}

beforeAll(async () => {
  await makeRunGroup(group, small);
  pemKeys("pem");
  pemKeys("pem-encrypted", "secret");
  sshKeys("ssh", "ed25519");
  sshKeys("ssh-encrypted", "ed25519", "secret");
  sshKeys("ssh-ecdsa", "ecdsa");
});

test.each(["pem", "ssh"])("a group signed with a %s key is intact for its public key and for no other", async (key) => {
  expect(await verify("--sign", place(key))).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining("signed: "),
  });
  expect(await verify("--signed-by", place(`${key}.pub`))).toMatchObject({ exitCode: 0, stderr: "" });
  const other = await verify("--signed-by", place(key === "pem" ? "ssh.pub" : "pem.pub"));
  expect(other.exitCode).toBe(3);
  expect(other.stderr).toContain(
    "group.signature.json: Expected a signature by the given key, found one by another key",
  );
});

test("a record that was rewritten as a whole shows", async () => {
  expect((await verify("--sign", place("pem"))).exitCode).toBe(0);
  const signature = readFileSync(`${group}.signature.json`, "utf8");
  rmSync(group, { recursive: true });
  await makeRunGroup(group, { ...small, run: () => ({ score: 0.99 }) });
  expect((await verify()).exitCode).toBe(0);
  const signed = await verify("--signed-by", place("pem.pub"));
  expect(signed.exitCode).toBe(3);
  expect(signed.stderr).toContain("events.jsonl: Expected the head");

  const { head } = JSON.parse((await verify("--json")).stdout)[0];
  writeFileSync(`${group}.signature.json`, JSON.stringify({ ...JSON.parse(signature), head }));
  const forged = await verify("--signed-by", place("pem.pub"), "--json");
  expect(forged.exitCode).toBe(3);
  expect(JSON.parse(forged.stdout)).toMatchObject([{ intact: false, problems: [{ file: "../group.signature.json" }] }]);
  rmSync(`${group}.signature.json`);
  expect((await verify("--signed-by", place("pem.pub"))).stderr).toContain("found no such file");
});

test("a group that was changed is not signed", async () => {
  const changed = place("changed");
  await makeRunGroup(changed, small);
  writeFileSync(place("changed", "a_seed-0", "grade.json"), "{}");
  const { exitCode, stderr } = await runCli(["verify", changed, "--sign", place("pem")]);
  expect(exitCode).toBe(3);
  expect(stderr).toContain("was changed and is not signed");
  expect((await runCli(["verify", changed, "--signed-by", place("pem.pub")])).stderr).toContain("found no such file");
});

test.each([
  ["--sign", "pem-encrypted", "is encrypted with a passphrase"],
  ["--sign", "ssh-encrypted", "is encrypted with a passphrase"],
  ["--sign", "ssh-ecdsa", "Expected an Ed25519 private key"],
  ["--sign", "pem.pub", "Expected an Ed25519 private key"],
  ["--sign", "absent", "no such file"],
  ["--signed-by", "ssh-ecdsa.pub", "does not begin with `ssh-ed25519`"],
  ["--signed-by", "ssh", "is a private key"],
])("%s %s is wrong usage", async (option, key, message) => {
  const { exitCode, stderr } = await verify(option, place(key));
  expect(stderr).toContain(message);
  expect(exitCode).toBe(2);
});
