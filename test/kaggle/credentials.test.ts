import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { findKaggleCredentials } from "../../src/kaggle/credentials.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const place = temporaryDirectory();
const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;
const kaggleJson = JSON.stringify({ username: "file", key: "file-key" });
let count = 0;

/** A home of its own with these files in it. */
function home(files: Record<string, string>): string {
  const directory = place(`home-${++count}`);
  mkdirSync(directory);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(directory, name)), { recursive: true });
    writeFileSync(path.join(directory, name), content);
  }
  return directory;
}

function find(files: Record<string, string>, environment: Record<string, string> = {}) {
  const directory = home(files);
  const inHome = Object.entries(environment).map(([name, value]) => [name, value.replace("HOME", directory)]);
  const credentials = findKaggleCredentials({ home: directory, environment: Object.fromEntries(inHome) });
  return {
    authorization: credentials.authorization(),
    source: path.relative(directory, credentials.source),
    credentials,
  };
}

describe("credentials are found", () => {
  test.each([
    ["~/.kaggle/kaggle.json", { ".kaggle/kaggle.json": kaggleJson }, {}, basic("file:file-key")],
    ["~/.config/kaggle/kaggle.json", { ".config/kaggle/kaggle.json": kaggleJson }, {}, basic("file:file-key")],
    [
      "$XDG_CONFIG_HOME/kaggle",
      { "xdg/kaggle/kaggle.json": kaggleJson },
      { XDG_CONFIG_HOME: "HOME/xdg" },
      basic("file:file-key"),
    ],
    [
      "$KAGGLE_CONFIG_DIR",
      { "mine/kaggle.json": kaggleJson, ".kaggle/access_token": "x" },
      { KAGGLE_CONFIG_DIR: "HOME/mine" },
      basic("file:file-key"),
    ],
    [
      "KAGGLE_USERNAME and KAGGLE_KEY before files",
      { ".kaggle/access_token": "x" },
      { KAGGLE_USERNAME: "u", KAGGLE_KEY: "k" },
      basic("u:k"),
    ],
    [
      "KAGGLE_API_TOKEN before all",
      { ".kaggle/kaggle.json": kaggleJson },
      { KAGGLE_API_TOKEN: " t ", KAGGLE_USERNAME: "u", KAGGLE_KEY: "k" },
      "Bearer t",
    ],
    [
      "a file named by KAGGLE_API_TOKEN",
      { "token.txt": "in-file\n" },
      { KAGGLE_API_TOKEN: "HOME/token.txt" },
      "Bearer in-file",
    ],
    [
      "~/.kaggle/access_token before kaggle.json",
      { ".kaggle/access_token": "new\n", ".kaggle/kaggle.json": kaggleJson },
      {},
      "Bearer new",
    ],
    ["~/.kaggle/access_token.txt", { ".kaggle/access_token.txt": "new" }, {}, "Bearer new"],
    [
      "a new token in the place of a key",
      { ".kaggle/kaggle.json": '{"username":"u","key":"KGAT_1"}' },
      {},
      "Bearer KGAT_1",
    ],
  ] as [string, Record<string, string>, Record<string, string>, string][])(
    "in %s",
    (_, files, environment, expected) => {
      expect(find(files, environment).authorization).toBe(expected);
    },
  );

  test("and are not shown when printed", () => {
    const { credentials } = find({}, { KAGGLE_API_TOKEN: "very-secret" });
    expect(inspect(credentials) + JSON.stringify(credentials)).not.toContain("very-secret");
  });
});

describe("credentials in a file that others can read", () => {
  test.each([".kaggle/kaggle.json", ".kaggle/access_token", "token.txt"])("come with a warning: %s", (name) => {
    const directory = home({ [name]: name.endsWith(".json") ? kaggleJson : "token" });
    const file = path.join(directory, name);
    const environment: Record<string, string> = name === "token.txt" ? { KAGGLE_API_TOKEN: file } : {};
    for (const [mode, warning] of [
      [0o644, `Run \`chmod 600 ${file}\``],
      [0o640, `Run \`chmod 600 ${file}\``],
      [0o600, null],
    ] as const) {
      chmodSync(file, mode);
      const found = findKaggleCredentials({ home: directory, environment });
      if (warning === null) expect(found.warning).toBeNull();
      else expect(found.warning).toContain(warning);
    }
  });
});

describe("without credentials", () => {
  test("the error says where it looked and how to get some", () => {
    const directory = home({});
    const search = () => findKaggleCredentials({ home: directory, environment: { KAGGLE_USERNAME: "u" } });
    expect(search).toThrow(expect.objectContaining({ code: "kaggle-credentials" }));
    for (const words of [
      "KAGGLE_API_TOKEN",
      "KAGGLE_KEY is missing",
      path.join(directory, ".kaggle"),
      path.join(directory, ".config", "kaggle"),
      "https://www.kaggle.com/settings",
    ]) {
      expect(search).toThrow(words);
    }
  });

  test.each(["{", "[]", '{"username":"u"}', '{"username":"u","key":""}', '"very-secret"'])(
    "a broken kaggle.json is named: %s",
    (content) => {
      expect(() => find({ ".kaggle/kaggle.json": content })).toThrow(/kaggle\.json (is not valid JSON|should hold)/);
      expect(() => find({ ".kaggle/kaggle.json": content })).not.toThrow("very-secret");
    },
  );

  test("a token file that is not there is named", () => {
    expect(() => find({}, { KAGGLE_API_TOKEN: "HOME/nowhere" })).toThrow("nowhere, which is missing or empty");
  });
});
