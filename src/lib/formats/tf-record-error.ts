import { BenchError } from "../errors.ts";

/** A TFRecord file, or a `tf.train.Example` in it, is damaged. */
export class TfRecordError extends BenchError {
  constructor(message: string, options?: { cause?: unknown }) {
    super("tfrecord", message, options);
  }
}
