/** A ledger's two files: one line per call, and the parts that requests and answers are made of. */
export const ledgerFiles = { calls: "calls.jsonl", bodies: "bodies.jsonl" } as const;
