import { createWriteStream } from "node:fs";
import type { IncomingMessage } from "node:http";
import { pipeline } from "node:stream/promises";
import { boundaryOf, multipartFile } from "./multipart-file.ts";
import { UploadError } from "./upload-error.ts";

/** The most that a form adds to its file. */
const formBytes = 65_536;
const rawTypes = /^(?:text\/csv|application\/csv|application\/octet-stream)\s*(?:;|$)/i;
const howTo =
  'Send the file as the field "file" of a form (curl -F "file=@submission.csv" $VALIDATE_URL) ' +
  "or as the body, with content type text/csv.";

/** Limits of one upload. */
export interface UploadLimits {
  /** Bytes of the file. */
  readonly bodyBytes: number;
  /** Time from the first byte to the last. */
  readonly uploadMs: number;
}

/**
 * Writes the uploaded file, the field `file` of a multipart form or a CSV body, to `target` without holding it in memory.
 * Returns its size.
 *
 * @throws UploadError when there is no file, or it is too large or too slow. Any other error means that the sender went away
 * or that our disk failed.
 */
export async function receiveUpload(
  request: IncomingMessage,
  target: string,
  { bodyBytes, uploadMs }: UploadLimits,
  signal: AbortSignal,
): Promise<number> {
  const contentType = request.headers["content-type"] ?? "";
  const boundary = boundaryOf(contentType);
  if (boundary === null && !rawTypes.test(contentType)) throw new UploadError(400, `There is no file. ${howTo}`);
  const largest = bodyBytes + (boundary === null ? 0 : formBytes);
  const tooLarge = new UploadError(413, `The file is too large: the limit is ${bodyBytes} bytes.`);
  if (Number(request.headers["content-length"] ?? 0) > largest) throw tooLarge;

  const late = AbortSignal.timeout(uploadMs);
  const body = limitBytes(request.iterator({ destroyOnReturn: false }), largest, tooLarge);
  const content = boundary === null ? body : multipartFile(body, boundary);
  const file = createWriteStream(target, { flags: "wx", mode: 0o600 });
  try {
    await pipeline(content, file, { signal: AbortSignal.any([late, signal]) });
  } catch (error) {
    if (!late.aborted || signal.aborted) throw error;
    throw new UploadError(408, `The upload took longer than ${uploadMs / 1000} s.`, { cause: error });
  }
  return file.bytesWritten;
}

async function* limitBytes(body: AsyncIterable<Buffer>, largest: number, error: Error): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > largest) throw error;
    yield chunk;
  }
}
