import { blockBytes, checksum } from "./tar-header.ts";

/** An entry to write: a file (`0`), a symbolic link (`2`) or a folder (`5`), owned by root. */
interface NewTarEntry {
  readonly name: string;
  readonly kind: "0" | "2" | "5";
  readonly mode: number;
  readonly seconds: number;
  readonly size: number;
  /** The target of a link. */
  readonly link?: string;
}

/** The largest number that fits in eleven octal digits: 8 GiB. */
const largestOctal = 8 ** 11 - 1;

/** A header, preceded by an extended one if a name is too long or not ASCII, or if the file is larger than 8 GiB. */
export function makeTarHeader(entry: NewTarEntry): Buffer {
  const { name, link = "", size } = entry;
  const split = splitName(name);
  const linkFits = isAscii(link) && link.length <= 100;
  const records = [
    ...(split === null ? [record("path", name)] : []),
    ...(linkFits ? [] : [record("linkpath", link)]),
    ...(size > largestOctal ? [record("size", String(size))] : []),
  ];
  const path = split ?? { name: "entry-with-a-long-name", prefix: "" };
  const plain = block(path, { ...entry, link: linkFits ? link : "", size: size > largestOctal ? 0 : size });
  if (records.length === 0) return plain;
  const body = Buffer.concat(records);
  const extension = { ...entry, kind: "x", mode: 0o644, link: "", size: body.length };
  const padding = Buffer.alloc((blockBytes - (body.length % blockBytes)) % blockBytes);
  return Buffer.concat([block({ name: "./PaxHeaders/entry", prefix: "" }, extension), body, padding, plain]);
}

const isAscii = (text: string): boolean => /^[\x01-\x7f]*$/.test(text);

/** A name as the two fields of a plain header, or null if it is too long or not ASCII. */
function splitName(name: string): { name: string; prefix: string } | null {
  if (!isAscii(name)) return null;
  if (name.length <= 100) return { name, prefix: "" };
  const slash = name.indexOf("/", name.length - 101);
  if (slash < 1 || slash > 155 || slash === name.length - 1) return null;
  return { name: name.slice(slash + 1), prefix: name.slice(0, slash) };
}

function block(
  path: { readonly name: string; readonly prefix: string },
  entry: Omit<NewTarEntry, "kind"> & { readonly kind: string },
): Buffer {
  const bytes = Buffer.alloc(blockBytes);
  const octal = (value: number, at: number, digits: number): void => {
    bytes.write(value.toString(8).padStart(digits, "0"), at, "latin1");
  };
  bytes.write(path.name, 0, "latin1");
  octal(entry.mode, 100, 7);
  octal(0, 108, 7);
  octal(0, 116, 7);
  octal(entry.size, 124, 11);
  octal(Math.min(entry.seconds, largestOctal), 136, 11);
  bytes.write(entry.kind, 156, "latin1");
  bytes.write(entry.link ?? "", 157, "latin1");
  bytes.write("ustar\x0000", 257, "latin1");
  bytes.write(path.prefix, 345, "latin1");
  octal(checksum(bytes), 148, 6);
  bytes[155] = 0x20;
  return bytes;
}

/** `length key=value`, where the length includes itself. */
function record(key: string, value: string): Buffer {
  const rest = Buffer.from(` ${key}=${value}\n`, "utf8");
  let length = rest.length;
  while (length !== rest.length + String(length).length) length = rest.length + String(length).length;
  return Buffer.concat([Buffer.from(String(length), "latin1"), rest]);
}
