import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { loadFacts } from "../../src/facts/facts.ts";
import { fail, type Handler, LoopbackServer } from "../kaggle/loopback-server.ts";
import { offline } from "../support/offline.ts";
import { runCli } from "../support/run-cli.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const place = temporaryDirectory();
const server = await LoopbackServer.start();
const environment = {
  ...offline,
  MLEBENCH_KAGGLE_URL: server.url,
  MLEBENCH_UPSTREAM_URL: server.url,
  KAGGLE_API_TOKEN: "token",
};
const id = "leaf-classification";
const download = (...parameters: string[]) =>
  runCli(["dev", "download-kernels", "-c", id, "--pause", "0", ...parameters], { environment });

const text =
  (content: string): Handler =>
  (_, response) =>
    response.end(content);
const kernel = (source: string, kernelType = "script", language = "python"): Handler =>
  text(JSON.stringify({ metadata: {}, blob: { source, kernelType, language } }));
const notebook = JSON.stringify({ cells: [], nbformat: 4 });
const list = "ann/first-steps\nbob/deep_net\n\n# gone since\ncy/gone\nann/first-steps\ndan/in-r\n";

describe("dev download-kernels", () => {
  test("downloads what upstream's list names, once each, and goes on after a kernel that is gone", async () => {
    server.answer(
      text(list),
      kernel("print(1)\n"),
      kernel(notebook, "notebook"),
      fail(404, "Not found"),
      kernel("1", "script", "r"),
    );
    const { exitCode, stdout, stderr } = await download("--data-dir", place("a"), "--json");
    expect(exitCode, stderr).toBe(3);
    expect(server.seen.map(({ url }) => url)).toEqual([
      `/${loadFacts(id).upstream!.commit}/mlebench/competitions/${id}/kernels.txt`,
      "/api/v1/kernels/pull?userName=ann&kernelSlug=first-steps",
      "/api/v1/kernels/pull?userName=bob&kernelSlug=deep_net",
      "/api/v1/kernels/pull?userName=cy&kernelSlug=gone",
      "/api/v1/kernels/pull?userName=dan&kernelSlug=in-r",
    ]);
    expect(server.seen.map(({ headers }) => headers.authorization)).toEqual([
      undefined,
      ...Array.from({ length: 4 }, () => "Bearer token"),
    ]);
    const folder = place("a", id, "kernels");
    expect(JSON.parse(stdout)).toEqual([
      {
        competition_id: id,
        folder,
        kernels: [
          { reference: "ann/first-steps", path: `${folder}/ann/first-steps.py`, was_there: false, error: null },
          { reference: "bob/deep_net", path: `${folder}/bob/deep_net.ipynb`, was_there: false, error: null },
          {
            reference: "cy/gone",
            path: null,
            was_there: false,
            error: {
              code: "kaggle-not-found",
              message: expect.stringContaining("https://www.kaggle.com/code/cy/gone"),
            },
          },
          { reference: "dan/in-r", path: `${folder}/dan/in-r.R`, was_there: false, error: null },
        ],
        error: null,
      },
    ]);
    expect(readFileSync(`${folder}/ann/first-steps.py`, "utf8")).toBe("print(1)\n");
    expect(readFileSync(`${folder}/bob/deep_net.ipynb`, "utf8")).toBe(notebook);
  });

  test("continues where it stopped, unless forced", async () => {
    writeFileSync(place("list.txt"), "ann/first-steps\nbob/deep_net\neve/new");
    const parameters = ["--kernels", place("list.txt"), "--data-dir", place("a")];
    server.answer(kernel("print(2)\n"));
    const { exitCode, stderr } = await download(...parameters);
    expect([exitCode, server.seen.map(({ url }) => url)], stderr).toEqual([
      0,
      ["/api/v1/kernels/pull?userName=eve&kernelSlug=new"],
    ]);
    expect(stderr).toContain("3 of 3 kernels");
    server.answer(kernel("print(3)\n"));
    await download(...parameters, "--force", "--most", "1");
    expect(server.seen).toHaveLength(1);
    expect(readFileSync(place("a", id, "kernels", "ann", "first-steps.py"), "utf8")).toBe("print(3)\n");
  });

  test("waits as long as a busy server asks for, and ends when the credentials are refused", async () => {
    writeFileSync(place("list.txt"), "ann/one\nann/two\nann/three");
    const parameters = ["--kernels", place("list.txt"), "--data-dir", place("b")];
    server.answer(fail(429, "Slow down", { "retry-after": "0" }), kernel("1"), fail(401, "Who?"));
    const { exitCode, stderr } = await download(...parameters);
    expect([exitCode, server.seen.length], stderr).toEqual([1, 3]);
    expect(stderr).toContain("it rejected the credentials");
    expect(existsSync(place("b", id, "kernels", "ann", "one.py"))).toBe(true);
  });

  test.each(["../up/there", "a/../../b", "a", "a/b/c", "a/b?c"])(
    "does not send the reference %j",
    async (reference) => {
      writeFileSync(place("list.txt"), `ann/fine\n${reference}\n`);
      server.answer(kernel("1"));
      const { exitCode, stderr } = await download("--kernels", place("list.txt"), "--data-dir", place("c"));
      expect([exitCode, server.seen.length]).toEqual([2, 0]);
      expect(stderr).toContain(`\`${reference}\` is not a kernel`);
    },
  );

  test("reports a competition without a list and goes on", async () => {
    server.answer(fail(404, "no"), text("ann/fine\n"), kernel("1"));
    const { exitCode, stderr } = await download("-c", "spaceship-titanic", "--data-dir", place("d"));
    expect(exitCode).toBe(3);
    expect(stderr).toContain(`${id}: no list of kernels`);
    expect(stderr).toContain("spaceship-titanic: 1 of 1 kernels");
  });
});
