import { expect, test } from "vitest";
import { checkModelSettings } from "../../src/models/model-settings.ts";

test("settings of a model are checked by name, type and range", () => {
  const settings = { temperature: 0.5, reasoningEffort: "high", maxOutputTokens: 1000, seed: 7 };
  expect(checkModelSettings(settings)).toEqual(settings);
  expect(() => checkModelSettings({ temprature: 1 })).toThrow(
    "There is no model setting `temprature`. Did you mean `temperature`?",
  );
  expect(() =>
    checkModelSettings({ temperature: "hot", seed: 1.5, reasoningEffort: "lots", baseUrl: "ftp://a" }),
  ).toThrow(
    /`temperature`: expected a number .* found "hot"\.\n.*`reasoningEffort`: expected one of none.*\n.*`seed`.* found 1.5\.\n.*http, found "ftp:/,
  );
  expect(() => checkModelSettings({ temperature: 3 })).toThrow(
    "`temperature`: expected a number from 0 to 2, found 3.",
  );
});
