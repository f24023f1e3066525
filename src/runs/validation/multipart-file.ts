import { UploadError } from "./upload-error.ts";

const largestHeader = 16_384;
const noFile = 'The form has no field "file". For example: curl -F "file=@submission.csv" $VALIDATE_URL';

/**
 * The bytes of the field `file` of a multipart form, as they arrive: memory use does not depend on the form's size. The
 * rest of the form is read and dropped, so that the sender can finish.
 *
 * @throws UploadError when the form is incomplete or has no such field.
 */
export async function* multipartFile(body: AsyncIterable<Buffer>, boundary: string): AsyncGenerator<Buffer> {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  // The first delimiter is at the very start, without a newline before it.
  let held: Buffer = Buffer.from("\r\n");
  let place: "content" | "header" | "end" = "content";
  let isFile = false;
  let found = false;
  for await (const chunk of body) {
    if (place === "end") continue;
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    for (let more = true; more; ) {
      if (place === "content") {
        const at = held.indexOf(delimiter);
        // The last bytes may be the beginning of a delimiter.
        const sure = at === -1 ? Math.max(0, held.length - delimiter.length + 1) : at;
        if (isFile && sure > 0) yield held.subarray(0, sure);
        held = held.subarray(at === -1 ? sure : at + delimiter.length);
        more = at !== -1;
        if (more) place = found ? "end" : "header";
      } else if (place === "header") {
        const end = held.indexOf("\r\n\r\n");
        if (held.toString("latin1", 0, 2) === "--") place = "end";
        else if (end > largestHeader || (end === -1 && held.length > largestHeader)) {
          throw new UploadError(400, "A part of the form has a header of more than 16 KiB.");
        } else if (end === -1) more = false;
        else {
          isFile = fieldName(held.toString("utf8", 0, end)) === "file";
          found ||= isFile;
          held = held.subarray(end + 4);
          place = "content";
        }
      } else more = false;
    }
  }
  if (place !== "end") throw new UploadError(400, "The form is incomplete: its last boundary is missing.");
  if (!found) throw new UploadError(400, noFile);
}

/** The boundary of a multipart form from its content type, or null. */
export function boundaryOf(contentType: string): string | null {
  const match = /^multipart\/form-data\s*;.*?boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType);
  return match?.[1] ?? match?.[2] ?? null;
}

function fieldName(header: string): string | null {
  const disposition = /^content-disposition:\s*form-data(.*)$/im.exec(header)?.[1] ?? "";
  const match = /;\s*name=(?:"([^"]*)"|([^\s;]+))/i.exec(disposition);
  return match?.[1] ?? match?.[2] ?? null;
}
