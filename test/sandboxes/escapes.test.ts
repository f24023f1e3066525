import { describe } from "vitest";
import { bubblewrapSandboxes } from "../../src/sandboxes/bubblewrap/bubblewrap.ts";
import { describeEscapes } from "../contracts/sandbox-escapes.ts";
import { hasBubblewrap } from "../support/bubblewrap.ts";

describe.skipIf(!hasBubblewrap)("bubblewrap", () => {
  describeEscapes(bubblewrapSandboxes());
});
