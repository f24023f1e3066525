/** Why an upload was not taken, as an HTTP status and a sentence for whoever sent it. */
export class UploadError extends Error {
  readonly status: 400 | 408 | 413;

  constructor(status: 400 | 408 | 413, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = "UploadError";
    this.status = status;
  }
}
