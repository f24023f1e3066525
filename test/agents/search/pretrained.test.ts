import type { IncomingMessage, ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { SearchEvent } from "../../../src/agents/search/events.ts";
import { SearchJournal } from "../../../src/agents/search/journal.ts";
import type { Ask } from "../../../src/agents/search/parts.ts";
import { LookUp } from "../../../src/agents/search/pretrained/look-up.ts";
import { usePretrained } from "../../../src/agents/search/pretrained/use-pretrained.ts";
import { LoopbackServer } from "../../kaggle/loopback-server.ts";

const hub = await LoopbackServer.start();

/** A model as the hub describes it. */
const described = (id: string, more: object = {}) => ({
  id,
  private: false,
  gated: false,
  downloads: 1000,
  pipeline_tag: "image-classification",
  tags: ["timm", "license:apache-2.0"],
  safetensors: { total: 25e6 },
  ...more,
});

/** A hub with these models. Searches find all of them. */
function serving(...models: { readonly id: string }[]) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    const { pathname } = new URL(request.url!, "http://hub");
    const send = (value: unknown): unknown => response.end(JSON.stringify(value));
    if (pathname === "/api/models") send(models.map(({ id }) => ({ id })));
    else {
      const model = models.find(({ id }) => pathname === `/api/models/${id}`);
      if (model === undefined) response.writeHead(401).end("{}");
      else send(model);
    }
  };
}

const mention = /demo[\W_]{0,3}plant[\W_]{0,3}flowering/i;
const lookUp = (proposal: { models?: string[]; searches?: string[] }, options: { wholeMs?: number } = {}) =>
  new LookUp({ hub: hub.url, mention, signal: new AbortController().signal, ...options }).find({
    models: [],
    searches: [],
    ...proposal,
  });

describe("looking models up", () => {
  test("takes those that were named, then those that searches find, at most five", async () => {
    const names = ["timm/resnet50", "a/1", "a/2", "a/3", "a/4", "a/5"];
    hub.answer(serving(...names.map((id) => described(id))));
    const found = await lookUp({ models: ["a/5", "none/such"], searches: ["small convnets"] });
    expect(found).toMatchObject({ hub: hub.url, searched: ["small convnets"], notes: [] });
    expect(found.models.map(({ id }) => id)).toEqual(["a/5", "timm/resnet50", "a/1", "a/2", "a/3"]);
    expect(found.models[0]).toEqual({
      id: "a/5",
      task: "image-classification",
      parameters: 25e6,
      licence: "apache-2.0",
      downloads: 1000,
    });
    expect(found.excluded).toEqual([{ id: "none/such", reason: "the hub does not have it, or not for everyone" }]);
  });

  test("sends no token, even when the environment has one", async () => {
    vi.stubEnv("HF_TOKEN", "hf_secret");
    hub.answer(serving(described("a/1")));
    await lookUp({ models: ["a/1"], searches: ["words"] });
    expect(hub.seen.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined]);
    expect(JSON.stringify(hub.seen)).not.toContain("hf_secret");
  });

  test.each([
    ["it is gated", described("a/1", { gated: "manual" }), /not open to everyone/],
    ["it is private", described("a/1", { private: true }), /not open to everyone/],
    ["it is too large", described("a/1", { safetensors: { total: 70e9 } }), /70 billion parameters/],
    ["its tags name the competition", described("a/1", { tags: ["Demo Plant Flowering"] }), /names the competition/],
    [
      "a data set of it names it",
      described("a/1", { cardData: { datasets: ["x/demo_plant_flowering"] } }),
      /names the/,
    ],
    ["nothing of it can be read", { id: "a/1" }, null],
  ])("judges a model by its description: %s", async (_, model, reason) => {
    hub.answer(serving(model));
    const { models, excluded } = await lookUp({ models: ["a/1"] });
    if (reason === null)
      expect(models).toEqual([{ id: "a/1", task: null, parameters: null, licence: null, downloads: null }]);
    else expect([models, excluded]).toEqual([[], [{ id: "a/1", reason: expect.stringMatching(reason) }]]);
  });

  test("takes the size from the name when the hub does not know it", async () => {
    const without = { safetensors: undefined };
    hub.answer(serving(described("a/falcon-40b", without), described("a/gemma_2b-it", without)));
    const { models, excluded } = await lookUp({ models: ["a/falcon-40b", "a/gemma_2b-it"] });
    expect(excluded.map(({ id }) => id)).toEqual(["a/falcon-40b"]);
    expect(models).toMatchObject([{ id: "a/gemma_2b-it", parameters: 2e9 }]);
  });

  test("asks nothing that names the competition", async () => {
    hub.answer(serving());
    const found = await lookUp({ models: ["me/demo-plant-flowering"], searches: ["Demo Plant Flowering solution"] });
    expect(hub.seen).toEqual([]);
    expect(found.excluded[0]!.reason).toContain("names the competition");
    expect(found.notes[0]).toContain("names the competition");
  });

  test("follows models that were renamed, but not to another server", async () => {
    const model = described("google-bert/bert-base-uncased");
    hub.answer((request, response) => {
      if (request.url === "/api/models/bert-base-uncased") {
        response.writeHead(307, { location: `/api/models/${model.id}` }).end();
      } else serving(model)(request, response);
    });
    expect((await lookUp({ models: ["bert-base-uncased"] })).models).toMatchObject([{ id: model.id }]);
    hub.answer((_, response) => response.writeHead(302, { location: "http://127.0.0.2:1/" }).end());
    expect((await lookUp({ models: ["a/1"] })).excluded[0]!.reason).toContain("redirects to another server");
    hub.answer((request, response) => response.writeHead(302, { location: request.url! }).end());
    expect((await lookUp({ models: ["a/1"] })).excluded[0]!.reason).toContain("redirects too often");
  });
});

describe("a hub that misbehaves", () => {
  const gigabyte = (_: IncomingMessage, response: ServerResponse): void => {
    const block = Buffer.alloc(2 ** 20, "[");
    let left = 1024;
    const more = (): void => {
      while (left > 0 && !response.destroyed) {
        left -= 1;
        if (!response.write(block)) return;
      }
    };
    response.on("drain", more);
    more();
  };

  test.each([
    ["sends a gigabyte", gigabyte, /larger than 4 MB/],
    ["sends no JSON", (_: IncomingMessage, response: ServerResponse) => response.end("<html>"), /not JSON/],
    ["fails", (_: IncomingMessage, response: ServerResponse) => response.writeHead(500).end(), /status 500/],
    ["hangs up", (request: IncomingMessage) => request.socket.destroy(), /cannot be reached/],
  ] as const)("that %s leaves a remark and no models", async (_, handler, reason) => {
    hub.answer(handler as never);
    const found = await lookUp({ models: ["a/1"], searches: ["words"] });
    expect(found.models).toEqual([]);
    expect(found.excluded).toEqual([{ id: "a/1", reason: expect.stringMatching(reason) }]);
    expect(found.notes).toEqual([expect.stringMatching(reason)]);
  });

  test.each([[{ models: [] }], [[1, null]], [[{ id: 3 }]], ["text"]])(
    "that finds %j for a search leaves a remark",
    async (value) => {
      hub.answer((_, response) => response.end(JSON.stringify(value)));
      expect((await lookUp({ searches: ["words"] })).notes).toEqual(["What the hub found for `words` cannot be read."]);
    },
  );

  test.each([["text"], [null], [[]], [{ id: "../../etc/passwd" }], [{ id: "a/1\u001b[31m" }]])(
    "that describes a model as %j has it left out",
    async (value) => {
      hub.answer((_, response) => response.end(JSON.stringify(value)));
      const { models, excluded } = await lookUp({ models: ["a/1", "../etc/passwd"] });
      expect(models).toEqual([]);
      expect(excluded.map(({ reason }) => reason)).toEqual([
        "the hub's description of it cannot be read",
        "this is not a name of a model",
      ]);
    },
  );

  test("that never answers is left when the time is over", async () => {
    hub.answer(() => undefined);
    const found = await lookUp({ models: ["a/1", "a/2"] }, { wholeMs: 300 });
    expect(found.models).toEqual([]);
    expect(found.excluded[0]!.reason).toContain("did not answer within");
    expect(found.notes).toEqual(["Some pretrained models were not looked up: the hub took too long."]);
  });
});

describe("a search", () => {
  let asked = 0;
  const ask = {
    json: async (_: unknown, schema: { parse(value: unknown): unknown }) => {
      asked += 1;
      return schema.parse({ models: ["a/1", 2], searches: ["small <b>convnets</b>"] });
    },
  } as unknown as Ask;

  beforeEach(() => {
    asked = 0;
    hub.answer(serving(described("a/1"), described("a/2", { gated: "auto" })));
    vi.stubEnv("HF_ENDPOINT", `${hub.url}/`);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  async function act(network: "none" | "open", events: SearchEvent[]) {
    const record = (event: object): void => void events.push(event as SearchEvent);
    let output = "";
    const task = {
      competitionId: "demo-plant-flowering",
      network,
      onOutput: (chunk: Uint8Array) => (output += Buffer.from(chunk)),
    };
    const journal = new SearchJournal({ record, earlier: [...events] as never });
    const background = { task: "Flowers", knowledge: { ideas: "", code: "" } };
    const text = await usePretrained({ journal, task, ask, background, signal: new AbortController().signal });
    return { text, output };
  }

  test("has models proposed and looked up once, records all of it, and names them in prompts", async () => {
    const events: SearchEvent[] = [];
    const first = await act("open", events);
    expect(first.text).toContain(
      "- a/1: image-classification, 25 million parameters, licence apache-2.0, 1000 downloads",
    );
    expect(events).toMatchObject([
      {
        type: "pretrained",
        hub: hub.url,
        searched: ["small b convnets b"],
        models: [{ id: "a/1" }],
        excluded: [{ id: "a/2", reason: "it is not open to everyone" }],
      },
    ]);
    expect(first.output).toContain(`Asked ${hub.url} for pretrained models`);
    const requests = hub.seen.length;
    const again = await act("open", events);
    expect([again.text, asked, hub.seen.length, events.length]).toEqual([first.text, 1, requests, 1]);
  });

  test("asks neither model nor hub when programs could not download anything, and says so once", async () => {
    const events: SearchEvent[] = [];
    await act("none", events);
    const { text } = await act("none", events);
    expect([text, asked, hub.seen.length, events.length]).toEqual(["", 0, 0, 1]);
    expect(events).toMatchObject([
      {
        hub: null,
        notes: ["Pretrained models were not looked up: programs can only download them with --network open."],
      },
    ]);
  });

  test.each(["file:///etc/passwd", "no address", "http://me:secret@hub"])(
    "refuses %s as HF_ENDPOINT",
    async (address) => {
      vi.stubEnv("HF_ENDPOINT", address);
      const events: SearchEvent[] = [];
      await act("open", events);
      expect(asked).toBe(0);
      expect(JSON.stringify(events)).toContain("HF_ENDPOINT is not an http address without credentials");
      expect(JSON.stringify(events)).not.toContain("secret@");
    },
  );
});
