import { readSync } from "node:fs";
import type { ColumnMetaData, DecodedArray } from "hyparquet";
import { parquetHeader, readPage } from "hyparquet/src/column.js";
import { convert, convertWithDictionary } from "hyparquet/src/convert.js";
import { decompressPage, readDataPage, readDataPageV2 } from "hyparquet/src/datapage.js";
import type { ColumnDecoder, PageHeader } from "hyparquet/src/types.js";

const windowBytes = 1 << 20;

/**
 * The values of a column chunk that is not nested, page by page, so that a row group may be of any size. A page with
 * gaps is a plain array with nulls; a page without gaps is a typed array if the encoding allows.
 */
export function* readPages(file: number, chunk: ColumnMetaData, decoder: ColumnDecoder): Generator<DecodedArray> {
  let at = Number(chunk.dictionary_page_offset || chunk.data_page_offset);
  const end = at + Number(chunk.total_compressed_size);
  const read = windowOver(file, end);
  let dictionary: DecodedArray | undefined;
  let rows = Number(chunk.num_values);
  while (rows > 0 && at < end) {
    const bytes = read(at, Math.min(windowBytes, end - at));
    const reader = { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length), offset: 0 };
    const header = parquetHeader(reader);
    const page = read(at + reader.offset, header.compressed_page_size).subarray(0, header.compressed_page_size);
    at += reader.offset + header.compressed_page_size;
    if (header.type === "DICTIONARY_PAGE") {
      const view = new DataView(page.buffer, page.byteOffset, page.length);
      dictionary = convert(readPage({ view, offset: 0 }, header, decoder, undefined, undefined, 0).data!, decoder);
      continue;
    }
    const values = decodePage(page, header, decoder, dictionary);
    rows -= values.length;
    yield values;
  }
}

function decodePage(
  page: Uint8Array,
  header: PageHeader,
  decoder: ColumnDecoder,
  dictionary: DecodedArray | undefined,
): DecodedArray {
  const details = (header.data_page_header ?? header.data_page_header_v2)!;
  const { definitionLevels, dataPage } =
    header.data_page_header === undefined
      ? readDataPageV2(page, header, decoder)
      : readDataPage(
          decompressPage(page, header.uncompressed_page_size, decoder.codec, decoder.compressors),
          header.data_page_header,
          decoder,
        );
  const values = convertWithDictionary(dataPage, dictionary, details.encoding, decoder);
  return values.length === details.num_values ? values : withNulls(values, definitionLevels!);
}

/** Puts nulls where the level is 0. */
function withNulls(values: DecodedArray, levels: readonly number[]): unknown[] {
  let next = 0;
  return Array.from(levels, (level) => (level > 0 ? values[next++] : null));
}

/** Reads ranges of a file's first `end` bytes with read-ahead. Returned views stay valid. */
function windowOver(file: number, end: number): (at: number, size: number) => Uint8Array {
  let start = 0;
  let bytes = new Uint8Array(0);
  return (at, size) => {
    if (at < start || at + size > start + bytes.length) {
      bytes = readBytes(file, at, Math.min(Math.max(size, 4 * windowBytes), end - at));
      start = at;
    }
    return bytes.subarray(at - start);
  };
}

/** Reads exactly `size` bytes into a new array. */
export function readBytes(file: number, position: number, size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  for (let done = 0; done < size; ) {
    const count = readSync(file, bytes, done, size - done, position + done);
    if (count === 0) throw new RangeError(`The file ends at byte ${position + done}, ${size - done} bytes too early.`);
    done += count;
  }
  return bytes;
}
