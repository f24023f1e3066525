/** A ledger's two files: one line per call, and the parts that requests and answers are made of. `open`: see `OpenCalls`. */
export const ledgerFiles = { calls: "calls.jsonl", bodies: "bodies.jsonl", open: "open-calls.jsonl" } as const;
