import { asRecord } from "./loose-json.ts";
import type { Protocol } from "./protocol.ts";

/** For protocols that name the model in the body. Its place among the members stays the same. */
export const renameInBody: Protocol["rename"] = (body, { path }, model) => ({
  body: { ...asRecord(body), model },
  path,
});
