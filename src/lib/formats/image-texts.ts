/** Texts that a JPEG or PNG file carries beside its picture, by name. */
export type ImageTexts = ReadonlyMap<string, string>;

/** Exif tags that hold what people or programs wrote; the others describe the camera's work. */
const tags: Readonly<Record<number, string>> = {
  270: "ImageDescription",
  271: "Make",
  272: "Model",
  305: "Software",
  306: "DateTime",
  315: "Artist",
  33432: "Copyright",
  40091: "XPTitle",
  40092: "XPComment",
  40093: "XPAuthor",
  40094: "XPKeywords",
  40095: "XPSubject",
};

/** Reads Exif tags and comments of a JPEG file, or text chunks of a PNG file, from its first bytes. Damage ends the list. */
export function imageTexts(start: Buffer): ImageTexts {
  const texts = new Map<string, string>();
  try {
    if (start.readUInt16BE(0) === 0xffd8) addSegments(start, texts);
    else if (start.readUInt32BE(0) === 0x89504e47) addChunks(start, texts);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return texts;
}

/** JPEG: segments of a marker and a length, up to the picture itself. */
function addSegments(bytes: Buffer, texts: Map<string, string>): void {
  for (let at = 2; bytes[at] === 0xff && bytes[at + 1] !== 0xda; ) {
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    const data = bytes.subarray(at + 4, end);
    if (bytes[at + 1] === 0xfe) texts.set("comment", data.toString("utf8"));
    if (bytes[at + 1] === 0xe1 && data.toString("latin1", 0, 6) === "Exif\0\0") addTags(data.subarray(6), texts);
    at = end;
  }
}

/** Exif: a TIFF header and a directory of tags, twelve bytes each. */
function addTags(tiff: Buffer, texts: Map<string, string>): void {
  const isLittle = tiff.toString("latin1", 0, 2) === "II";
  const short = (at: number): number => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const long = (at: number): number => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  const directory = long(4);
  for (let entry = 0; entry < short(directory); entry += 1) {
    const at = directory + 2 + 12 * entry;
    const [name, length] = [tags[short(at)], long(at + 4)];
    // The other types are numbers.
    if (name === undefined || ![1, 2, 7].includes(short(at + 2))) continue;
    const start = length <= 4 ? at + 8 : long(at + 8);
    if (start + length > tiff.length) continue;
    const encoding = name.startsWith("XP") ? "utf16le" : "utf8";
    texts.set(name, tiff.toString(encoding, start, start + length).replace(/\0+$/, ""));
  }
}

/** PNG: chunks of a length, a type, data and a checksum, up to the picture itself. */
function addChunks(bytes: Buffer, texts: Map<string, string>): void {
  for (let at = 8; at + 8 <= bytes.length; ) {
    const [length, type] = [bytes.readUInt32BE(at), bytes.toString("latin1", at + 4, at + 8)];
    if (type === "IDAT") return;
    const data = bytes.subarray(at + 8, at + 8 + length);
    const end = data.indexOf(0);
    if (type === "tEXt" && end > 0) texts.set(data.toString("latin1", 0, end), data.toString("latin1", end + 1));
    at += 12 + length;
  }
}
