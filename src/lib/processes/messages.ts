/** What goes to a child: a question, or the request to stop working on it. */
export type ToChild = { readonly question: unknown } | { readonly stop: true };

/** What comes back: any number of progress reports, then an answer or an error. */
export type FromChild = { readonly progress: unknown } | { readonly answer: unknown } | { readonly error: SentError };

/** An error as it crosses from one process or thread to another. `code` is that of a `BenchError`, null for others. */
export interface SentError {
  readonly code: string | null;
  readonly message: string;
  readonly stack: string;
}
