import { type KeyObject, sign, verify } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { z } from "zod";
import { hasCode } from "../../lib/error-code.ts";
import { writeFileAtomically } from "../../lib/files/replace-file.ts";
import type { Problem, Verification } from "./verification.ts";
import { verifyGroup } from "./verify-group.ts";

/** The file beside a group's folder that vouches for its head. */
const signatureFile = z.object({
  format: z.literal(1),
  /** The hash of the last line of the group's journal. */
  head: z.string().regex(/^[0-9a-f]{64}$/),
  /** Ed25519, of `signedText`, in base64. */
  signature: z.string(),
});

/** What is signed: the purpose keeps the signature from passing for one of something else. */
const signedText = (head: string): Buffer => Buffer.from(`mlebench verify 1\n${head}\n`);

/** `<group>.signature.json`, beside the group: nothing in the group changes. */
function signaturePath(group: string): string {
  return `${resolve(group)}.signature.json`;
}

/** Signs the head of a group that was verified. Replaces an earlier signature. Returns the path of the file. */
export async function signGroup({ folder, head }: Verification, key: KeyObject): Promise<string> {
  const signature = sign(null, signedText(head), key).toString("base64");
  const content = { format: 1, head, signature } satisfies z.infer<typeof signatureFile>;
  const path = signaturePath(folder);
  await writeFileAtomically(path, `${JSON.stringify(content, null, 2)}\n`);
  return path;
}

/** Verifies a group whose head was signed with the private key that belongs to `key`. */
export async function verifySignedGroup(folder: string, key: KeyObject): Promise<Verification> {
  const signed = signedHead(folder, key);
  if (typeof signed === "string") return await verifyGroup(folder, { head: signed });
  const verification = await verifyGroup(folder);
  return { ...verification, problems: [signed, ...verification.problems] };
}

/** The head that the signature vouches for, or what is wrong with the signature. */
function signedHead(folder: string, key: KeyObject): string | Problem {
  const path = signaturePath(folder);
  const wrong = (found: string): Problem => ({
    file: `../${basename(path)}`,
    problem: `Expected a signature by the given key, found ${found}.`,
  });
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (hasCode(error, "ENOENT")) return wrong("no such file");
    throw error;
  }
  const { data } = signatureFile.safeParse(parse(text));
  if (data === undefined) return wrong("a file of another format");
  const isValid = verify(null, signedText(data.head), key, Buffer.from(data.signature, "base64"));
  return isValid ? data.head : wrong("one by another key, or a changed one");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
