import { readFileSync, statSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { KaggleClient } from "../../src/kaggle/client.ts";
import { KaggleCredentials } from "../../src/kaggle/credentials.ts";
import { namesIn } from "../lib/archive/tree.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { fail, type Handler, LoopbackServer, serve } from "./loopback-server.ts";

const place = temporaryDirectory();
const server = await LoopbackServer.start();
const storage = await LoopbackServer.start();
const credentials = KaggleCredentials.key("someone", "secret", "kaggle.json");
const client = new KaggleClient({
  baseUrl: `${server.url}/`,
  credentials,
  retry: { baseMs: 1, maxMs: 5, attempts: 3 },
});
const authorization = `Basic ${Buffer.from("someone:secret").toString("base64")}`;
const content = Buffer.from("PK\x03\x04 archive".repeat(1000));

const redirectTo =
  (location: string, status = 302): Handler =>
  (_, response) =>
    response.writeHead(status, { location }).end("Moved");

const json =
  (body: unknown): Handler =>
  (_, response) =>
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));

describe("downloading a competition", () => {
  test("asks for its archive, signed in, and follows to storage without the credentials", async () => {
    server.answer(redirectTo(`${storage.url}/bucket/archive.zip?signature=abc`));
    storage.answer(serve(content, { etag: '"a"' }));
    const result = await client.downloadArchive("spooky-author-identification", place("archive.zip"));
    expect(result.bytes).toBe(content.length);
    expect(readFileSync(place("archive.zip")).equals(content)).toBe(true);
    expect(server.seen[0]!.url).toBe("/api/v1/competitions/data/download-all/spooky-author-identification");
    expect(server.seen[0]!.headers.authorization).toBe(authorization);
    expect(storage.seen[0]!.url).toBe("/bucket/archive.zip?signature=abc");
    expect(storage.seen[0]!.headers.authorization).toBeUndefined();
  });

  test("keeps the credentials for a redirect within Kaggle", async () => {
    server.answer(redirectTo("/elsewhere", 307), serve(content, { etag: '"a"' }));
    await client.downloadArchive("titanic", place("moved.zip"));
    expect(server.seen[1]!.headers.authorization).toBe(authorization);
  });

  test("asks Kaggle again for every attempt, since signed addresses run out", async () => {
    server.answer(
      redirectTo(`${storage.url}/first`),
      redirectTo(`${storage.url}/second`),
      redirectTo(`${storage.url}/third`),
    );
    const partial = place("again.zip.partial");
    const arrived = (bytes: number) => (statSync(partial, { throwIfNoEntry: false })?.size ?? 0) >= bytes;
    storage.answer(
      serve(content, { etag: '"a"', cutAfter: 1000, arrived }),
      fail(403, "Signature expired"),
      serve(content, { etag: '"a"' }),
    );
    await client.downloadArchive("titanic", place("again.zip"));
    expect(readFileSync(place("again.zip")).equals(content)).toBe(true);
    expect(storage.seen.map((request) => request.url)).toEqual(["/first", "/second", "/third"]);
    expect(storage.seen[2]!.headers.range).toBe("bytes=1000-");
  });

  test("gives up on redirects that lead in circles or out of the web", async () => {
    server.answer(redirectTo("/round"));
    await expect(client.downloadArchive("titanic", place("round.zip"))).rejects.toMatchObject({
      code: "kaggle-refused",
    });
    server.answer(redirectTo("file:///etc/passwd"));
    await expect(client.downloadArchive("titanic", place("file.zip"))).rejects.toMatchObject({
      code: "kaggle-refused",
    });
  });

  test("sends a token as one, and nothing when told so", async () => {
    server.answer(serve(content));
    const token = KaggleCredentials.token("KGAT_abc", "KAGGLE_API_TOKEN");
    await new KaggleClient({ baseUrl: server.url, credentials: token }).downloadArchive("titanic", place("token.zip"));
    await new KaggleClient({ baseUrl: server.url, credentials: null }).downloadArchive("titanic", place("none.zip"));
    expect(server.seen.map((request) => request.headers.authorization)).toEqual(["Bearer KGAT_abc", undefined]);
  });
});

describe("a response that is not an archive is never taken for one", () => {
  const page = "<!DOCTYPE html><html><title>Sign in</title></html>";
  const page200 =
    (headers: Record<string, string>): Handler =>
    (_, response) =>
      response.writeHead(200, headers).end(page);

  test.each<[string, Handler[]]>([
    ["a web page", [page200({ "content-type": "text/html; charset=utf-8" })]],
    ["a redirect to a sign-in page", [redirectTo("/account/login"), page200({ "content-type": "text/html" })]],
    ["a web page sent as a file", [page200({ "content-type": "application/octet-stream" })]],
    ["a web page without a type", [page200({})]],
    ["JSON", [json({ code: 200, message: "please wait" })]],
    ["nothing", [(_, response) => response.writeHead(200, { "content-length": 0 }).end()]],
  ])("%s", async (name, answers) => {
    server.answer(...answers);
    const error = await client.downloadArchive("titanic", place(name, "a.zip")).catch((caught) => caught);
    expect(error).toMatchObject({ code: "kaggle-refused" });
    expect(error.message).toContain("instead of an archive");
    expect(error.message).toContain("the credentials from kaggle.json");
    expect(error.message).toContain("https://www.kaggle.com/c/titanic/rules");
    expect(namesIn(place(name))).toEqual([]);
    server.answer(serve(content, { etag: '"a"' }));
    expect(await client.downloadArchive("titanic", place(name, "a.zip"))).toMatchObject({ bytes: content.length });
  });

  test("and a web page does not replace the part of an archive that is already here", async () => {
    const partial = place("kept", "a.zip.partial");
    const arrived = (bytes: number) => (statSync(partial, { throwIfNoEntry: false })?.size ?? 0) >= bytes;
    server.answer(serve(content, { etag: '"a"', cutAfter: 1000, arrived }), page200({ "content-type": "text/html" }));
    await expect(client.downloadArchive("titanic", place("kept", "a.zip"))).rejects.toThrow("instead of an archive");
    server.answer(serve(content, { etag: '"a"' }));
    expect(await client.downloadArchive("titanic", place("kept", "a.zip"))).toMatchObject({ resumedFrom: 1000 });
  });
});

test("an archive can be read by its owner only", async () => {
  server.answer(serve(content));
  await client.downloadArchive("titanic", place("owned.zip"));
  expect(statSync(place("owned.zip")).mode & 0o777).toBe(0o600);
});

describe("a refusal says what to do", () => {
  test.each([
    [401, "kaggle-credentials", ["rejected the credentials from kaggle.json", "https://www.kaggle.com/settings"]],
    [403, "kaggle-rules", ["Accept the rules at", "https://www.kaggle.com/c/titanic/rules", "You must accept"]],
    [404, "kaggle-not-found", ['no competition "titanic"']],
    [400, "kaggle-refused", ["answered 400"]],
  ])("for status %s", async (status, code, words) => {
    server.answer(fail(status, "You must accept\n this"));
    for (const ask of [
      () => client.downloadArchive("titanic", place("refused", "a.zip")),
      () => client.listFiles("titanic"),
      () => client.leaderboard("titanic"),
    ]) {
      const error = await ask().then(
        () => null,
        (caught) => caught,
      );
      expect(error).toMatchObject({ code, status });
      for (const word of words) expect(error.message).toContain(word);
      expect(error.message).not.toContain("secret");
    }
    expect(server.seen.length).toBe(3);
    expect(namesIn(place("refused"))).toEqual([]);
  });

  test("and a page of HTML is not quoted", async () => {
    server.answer((_, response) => response.writeHead(403).end("<html><body>Forbidden</body></html>"));
    const error = await client.listFiles("titanic").catch((caught) => caught);
    expect(error.message).not.toContain("<html>");
  });

  test("and a server that is not there is named", async () => {
    const gone = await LoopbackServer.start();
    await gone.stop();
    const lost = new KaggleClient({ baseUrl: gone.url, credentials, retry: { baseMs: 1, attempts: 2 } });
    await expect(lost.listFiles("titanic")).rejects.toThrow(
      /connection to http:\/\/127\.0\.0\.1:\d+\/api.*ECONNREFUSED/,
    );
  });

  test.each(["", "../x", "a/b", "a b", "-a", "a?b"])("the id %j is not sent anywhere", async (id) => {
    server.answer(json({}));
    expect(() => client.downloadArchive(id, place("x.zip"))).toThrow("not a competition id");
    await expect(client.listFiles(id)).rejects.toThrow("not a competition id");
    expect(server.seen).toEqual([]);
  });

  test("an address that is none is refused at once", () => {
    expect(() => new KaggleClient({ baseUrl: "kaggle" })).toThrow("MLEBENCH_KAGGLE_URL");
  });
});

describe("listing", () => {
  test("files goes through all pages, in both forms of the answer", async () => {
    server.answer(
      json({
        files: [{ name: "train.csv", totalBytes: 10, creationDate: "2020-01-01T00:00:00Z", other: 1 }],
        nextPageToken: "next",
      }),
      fail(502, "Bad gateway"),
      json({ files: [{ name: "test.csv", totalBytes: null }], nextPageToken: "" }),
    );
    expect(await client.listFiles("titanic")).toEqual([
      { name: "train.csv", bytes: 10, created: "2020-01-01T00:00:00Z" },
      { name: "test.csv", bytes: 0, created: null },
    ]);
    expect(server.seen[2]!.url).toBe("/api/v1/competitions/data/list/titanic?pageSize=200&pageToken=next");
    server.answer(json([{ name: "train.csv", totalBytes: 10 }]));
    expect(await client.listFiles("titanic")).toHaveLength(1);
  });

  test("the leaderboard keeps order and the score's text", async () => {
    const row = { teamId: 1, teamName: "a, b", submissionDate: "2020-01-01", score: "0.10" };
    server.answer(json({ submissions: [row, { teamId: 2, teamName: null, score: 0.5 }] }));
    expect(await client.leaderboard("titanic")).toEqual([
      row,
      { teamId: 2, teamName: "", submissionDate: null, score: "0.5" },
    ]);
  });

  test("an answer in another shape is refused", async () => {
    for (const body of [{ files: [{}] }, "text", null]) {
      server.answer(json(body));
      await expect(client.listFiles("titanic")).rejects.toMatchObject({ code: "kaggle-refused" });
    }
    server.answer((_, response) => response.writeHead(200).end("not json"));
    await expect(client.listFiles("titanic")).rejects.toMatchObject({ code: "kaggle-refused" });
  });
});
