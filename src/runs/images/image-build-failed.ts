import { BenchError } from "../../lib/errors.ts";

/** An image could not be built: a step of its Dockerfile failed, or the engine refused it. */
export class ImageBuildFailed extends BenchError {
  constructor(message: string, options?: { cause?: unknown }) {
    super("image-build-failed", message, options);
  }
}
