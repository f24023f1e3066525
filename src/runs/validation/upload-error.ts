/** Why an upload was rejected: an HTTP status and a sentence for the sender. */
export class UploadError extends Error {
  readonly status: 400 | 408 | 413;

  constructor(status: 400 | 408 | 413, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = "UploadError";
    this.status = status;
  }
}
