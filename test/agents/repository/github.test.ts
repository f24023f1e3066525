import { expect, test } from "vitest";
import { mentionPattern } from "../../../src/agents/mention-pattern.ts";
import { findRepositories, gitHubOf } from "../../../src/agents/repository/github/github-api.ts";
import { judgeResult } from "../../../src/agents/repository/github/judge-result.ts";
import { proposeQueries } from "../../../src/agents/repository/github/propose-queries.ts";
import { LoopbackServer } from "../../kaggle/loopback-server.ts";

const server = await LoopbackServer.start();
const { signal } = new AbortController();
const mention = mentionPattern({ id: "demo-plant-flowering", name: "Plant Flowering" });
const find = (token = "") =>
  findRepositories(gitHubOf({ GITHUB_API_URL: server.url, GITHUB_TOKEN: token }), "group means", signal);

test("asks as GitHub wants to be asked, with the user's token", async () => {
  server.answer((_, response) => response.end('{"items": [1, 2]}'));
  expect(await find("abc")).toEqual({ items: [1, 2] });
  expect(server.seen[0]!.url).toMatch(/^\/search\/repositories\?q=group\+means\+language/);
  expect(server.seen[0]!.headers).toMatchObject({
    accept: "application/vnd.github+json",
    "x-github-api-version": "2022-11-28",
    authorization: "Bearer abc",
  });
});

test("a rate limit is reported with the time when it ends", async () => {
  const headers = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1800000000" };
  server.answer((_, response) => response.writeHead(403, headers).end());
  expect(await find()).toEqual({ problem: expect.stringContaining("until 2027-01-15T08:00:00.000Z"), isFinal: true });
  server.answer((_, response) => response.writeHead(429).end());
  expect(await find()).toEqual({ problem: expect.stringContaining("rate limit"), isFinal: true });
  server.answer((_, response) => response.writeHead(403).end());
  expect(await find()).toEqual({ problem: "it answered with status 403", isFinal: false });
});

test.each([
  ["not JSON", "<html>", "its answer is not JSON"],
  ["something else", "[]", "its answer is not a list of repositories"],
])("an answer that is %s does no harm", async (_, body, problem) => {
  server.answer((_request, response) => response.end(body));
  expect(await find()).toMatchObject({ problem });
});

test("an endless answer is cut off, and a token goes to no other server", async () => {
  server.answer((_, response) => {
    const more = (): void => {
      if (!response.destroyed) response.write(Buffer.alloc(1e6, " "), () => setImmediate(more));
    };
    more();
  });
  expect(await find()).toMatchObject({ problem: "its answer is larger than 4 MB" });
  server.answer((_, response) => response.writeHead(302, { location: "http://localhost:1/" }).end());
  expect(await find("abc")).toMatchObject({ problem: "it redirects to another server" });
});

test("a token that cannot be sent is not repeated", async () => {
  const answer = await find("abc\ndef");
  expect(JSON.stringify(answer)).not.toContain("abc");
});

test.each(["http://example.com", "ftp://example.com", "nonsense", "https://user:word@example.com"])(
  "GITHUB_API_URL cannot be %s",
  (url) => {
    expect(() => gitHubOf({ GITHUB_API_URL: url })).toThrow(/GITHUB_API_URL must be/);
  },
);

const plain = { full_name: "owner/means", clone_url: "https://github.com/owner/means.git", size: 100 };
const github = gitHubOf({});

test("an ordinary result is cloned from the host of the API", () => {
  expect(judgeResult(plain, github, mention)).toEqual({ name: "owner/means", address: plain.clone_url });
});

test.each([
  [{ fork: true }, /fork/],
  [{ archived: true }, /archived/],
  [{ size: 1e6 }, /larger than 200.0 MB/],
  [{ description: "My solution for Plant Flowering" }, /names the competition/],
  [{ full_name: "owner/plant-flowering" }, /names the competition/],
  [{ clone_url: "file:///etc" }, /not an https address of github.com/],
  [{ clone_url: "ssh://git@github.com/owner/means" }, /not an https address/],
  [{ clone_url: "http://github.com/owner/means" }, /not an https address/],
  [{ clone_url: "https://example.com/owner/means" }, /not an https address/],
  [{ clone_url: "--upload-pack=id" }, /not an https address/],
])("a result with %j is left out", (change, reason) => {
  expect(judgeResult({ ...plain, ...change }, github, mention)).toMatchObject({
    reason: expect.stringMatching(reason),
  });
});

test.each([null, 1, {}, { ...plain, private: true }, { ...plain, full_name: "a\u001b[2J/b" }])(
  "a result %j is not even named",
  (item) => {
    expect(judgeResult(item, github, mention)).toBeNull();
  },
);

const askFor = (queries: unknown) => ({
  text: async () => "",
  json: async (_: unknown, schema: { safeParse(value: unknown): { data?: unknown } }) =>
    (schema.safeParse({ queries }).data ?? null) as never,
});

test("searches are plain words, at most three, and never for the competition", async () => {
  const asked = ['user:me "group means"', "plant_flowering solution", "b", "c", "d"];
  const { queries, notes } = await proposeQueries("", mention, askFor(asked));
  expect(queries).toEqual(["user me group means", "b"]);
  expect(notes).toEqual(["GitHub was not asked for `plant flowering solution`: that names the competition."]);
});

test("without a usable proposal, words of the task are searched for", async () => {
  const task = "Plant Flowering. Predict flowers of violets: violets grow in shade, violets like shade.";
  const { queries, notes } = await proposeQueries(task, mention, askFor(7));
  expect(queries[0]).toBe("violet shade");
  expect(queries.join(" ")).not.toMatch(mention);
  expect(notes).toEqual([expect.stringContaining("words of the task")]);
});
