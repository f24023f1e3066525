import { z } from "zod";
import { coderSettings } from "../../../../src/agents/search/coders/settings.ts";

export const defaultSettings = z.strictObject(coderSettings).parse({});
