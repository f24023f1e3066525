import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";

const algorithm = "ssh-ed25519";
const magic = "openssh-key-v1\0";

/** A line such as `ssh-ed25519 AAAA... comment`. */
export function openSshPublicKey(line: string): KeyObject {
  const [type, blob] = line.split(/\s+/);
  if (type !== algorithm || blob === undefined) throw new Error(`the line does not begin with \`${algorithm}\``);
  const fields = new Fields(Buffer.from(blob, "base64"));
  fields.expectAlgorithm();
  const x = fields.next().toString("base64url");
  return createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
}

/** The content of a file that `ssh-keygen -t ed25519` writes. */
export function openSshPrivateKey(text: string): KeyObject | "encrypted" {
  const bytes = Buffer.from(text.replace(/-----[^-]+-----/g, ""), "base64");
  if (!bytes.subarray(0, magic.length).equals(Buffer.from(magic)))
    throw new Error("it is not in the format openssh-key-v1");
  const outer = new Fields(bytes.subarray(magic.length));
  const cipher = outer.next().toString();
  if (cipher !== "none") return "encrypted";
  // The key derivation, its options, the number of keys, and the public key come before the private part.
  outer.next();
  outer.next();
  outer.skip(4);
  outer.next();
  const inner = new Fields(outer.next());
  inner.skip(8);
  inner.expectAlgorithm();
  const x = inner.next().toString("base64url");
  const d = inner.next().subarray(0, 32).toString("base64url");
  return createPrivateKey({ key: { kty: "OKP", crv: "Ed25519", x, d }, format: "jwk" });
}

/** Reads fields that begin with their length in four bytes. */
class Fields {
  readonly #bytes: Buffer;
  #offset = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  next(): Buffer {
    const start = this.#offset + 4;
    this.#offset = start + this.#bytes.readUInt32BE(this.#offset);
    if (this.#offset > this.#bytes.length) throw new Error("it ends too early");
    return this.#bytes.subarray(start, this.#offset);
  }

  skip(bytes: number): void {
    this.#offset += bytes;
  }

  expectAlgorithm(): void {
    const type = this.next().toString();
    if (type !== algorithm) throw new Error(`it is of type ${type}`);
  }
}
