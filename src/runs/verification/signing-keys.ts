import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import { readFileSync } from "node:fs";
import { UsageError } from "../../lib/errors.ts";
import { openSshPrivateKey, openSshPublicKey } from "./open-ssh-keys.ts";

/** Reads an Ed25519 private key: PEM (PKCS #8) or OpenSSH. @throws UsageError when the file holds no such key. */
export function readPrivateKey(path: string): KeyObject {
  return readKey(path, "private", (text) => {
    if (text.includes("BEGIN ENCRYPTED PRIVATE KEY")) throw encrypted(path);
    if (!text.includes("BEGIN OPENSSH PRIVATE KEY")) return createPrivateKey(text);
    const key = openSshPrivateKey(text);
    if (key === "encrypted") throw encrypted(path);
    return key;
  });
}

/** Reads an Ed25519 public key: PEM (SPKI) or a line of OpenSSH. @throws UsageError when the file holds no such key. */
export function readPublicKey(path: string): KeyObject {
  return readKey(path, "public", (text) => {
    if (text.includes("PRIVATE KEY"))
      throw new UsageError(`${path} is a private key. Give the public key that belongs to it.`);
    return text.startsWith("-----BEGIN") ? createPublicKey(text) : openSshPublicKey(text);
  });
}

function readKey(path: string, kind: "private" | "public", parse: (text: string) => KeyObject): KeyObject {
  let key: KeyObject;
  try {
    key = parse(readFileSync(path, "utf8").trim());
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    throw new UsageError(`${path}: Expected an Ed25519 ${kind} key, found none: ${(cause as Error).message}`, {
      cause,
    });
  }
  if (key.asymmetricKeyType === "ed25519") return key;
  throw new UsageError(`${path}: Expected an Ed25519 ${kind} key, found one of type ${key.asymmetricKeyType}.`);
}

function encrypted(path: string): UsageError {
  const advice =
    "`ssh-keygen -p -N '' -f COPY` removes the passphrase of a copy, `openssl pkey -in KEY -out COPY` that of a PEM key.";
  return new UsageError(`${path} is encrypted with a passphrase. Give a key without one: ${advice}`);
}
