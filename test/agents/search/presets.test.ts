import { describe, expect, it } from "vitest";
import { chooseAgent, describeAgent } from "../../../src/agents/index.ts";

const settingsOf = (agent: string, settings = {}) => chooseAgent(agent, { settings }).settings;

describe("presets of the search", () => {
  it("aide has the values of its authors, aide/mle-bench those of the benchmark", () => {
    expect(settingsOf("aide")).toMatchObject({
      steps: 20,
      num_drafts: 5,
      debug_prob: 0.5,
      max_debug_depth: 3,
      code_debug_tries: 0,
      run_seconds: 3600,
    });
    expect(settingsOf("aide/mle-bench")).toMatchObject({
      steps: 500,
      num_drafts: 5,
      debug_prob: 1,
      max_debug_depth: 20,
      run_seconds: 32_400,
    });
  });

  it("kapso has the values of its modes", () => {
    expect(settingsOf("kapso")).toMatchObject({ mode: "MLE_CONFIGS", code_debug_tries: 15, idea_generation_steps: 2 });
    expect(settingsOf("kapso", { mode: "HEAVY_EXPERIMENTATION" })).toMatchObject({
      reasoning_effort: "high",
      code_debug_tries: 3,
      node_expansion_limit: 3,
      node_expansion_new_childs_count: 15,
      first_experiment_factor: 2,
      experimentation_per_run: 7,
      exploration_budget_percent: 50,
      idea_generation_ensemble_models: ["reasoning", "reasoning", "reasoning"],
    });
    const walk = { search_top_k: 1, navigation_steps: 3, expansion_limit: 3, search_node_type: "specialization" };
    expect(settingsOf("kapso")).toMatchObject({ knowledge: true, ...walk, fetch_huggingface_models: true });
    expect(settingsOf("kapso")).toMatchObject({ reasoning_effort: "medium" });
    expect(settingsOf("kapso", { mode: "MINIMAL" })).toMatchObject({ reasoning_effort: "medium" });
    expect(settingsOf("kapso", { mode: "MINIMAL" })).toMatchObject({ fetch_huggingface_models: false });
    expect(settingsOf("kapso", { mode: "MINIMAL" })).toMatchObject({ code_debug_tries: 2, knowledge: false });
  });

  it("a value that is given counts more than the mode's", () => {
    const settings = settingsOf("kapso", { mode: "MINIMAL", code_debug_tries: 9, knowledge: true });
    expect(settings).toMatchObject({ code_debug_tries: 9, knowledge: true, node_expansion_limit: 2 });
    // A plan holds complete settings, which are checked again.
    expect(settingsOf("kapso", settings)).toEqual(settings);
  });

  it("refuse unknown keys and modes with the nearest one", () => {
    expect(() => settingsOf("kapso", { node_expansion_limits: 1 })).toThrow("Did you mean `node_expansion_limit`");
    expect(() => settingsOf("kapso", { mode: "HEAVY" })).toThrow(
      /setting `mode`.*MLE_CONFIGS, HEAVY_EXPERIMENTATION, MINIMAL/s,
    );
    expect(() => settingsOf("aide", { num_draft: 1 })).toThrow("Did you mean `num_drafts`");
    expect(() => settingsOf("aide", { node_expansion_limit: 1 })).toThrow(
      /no setting `node_expansion_limit`. It belongs to/,
    );
    expect(() => chooseAgent("aide/mlebench")).toThrow("Did you mean `aide/mle-bench`");
  });

  it("take roles for models, not models", () => {
    expect(() => settingsOf("kapso", { idea_generation_model: "openai/gpt-5" })).toThrow(
      "expected the role of a model, which `--model ROLE=openai/gpt-5` gives it",
    );
    const models = ["reasoning", "gpt-4.1"];
    expect(() => settingsOf("kapso", { idea_generation_ensemble_models: models })).toThrow(
      "expected the role of a model",
    );
  });

  it.each(["aide", "aide/mle-bench", "kapso"])("%s describes every setting", (agent) => {
    for (const { name, description, type } of describeAgent(agent).settings) {
      expect(description, name).not.toBe("");
      expect(type, name).not.toBe("");
    }
  });
});
