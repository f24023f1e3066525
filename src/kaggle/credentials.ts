import { existsSync, readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { z } from "zod";
import { KaggleError } from "./kaggle-error.ts";

/** A way to sign in to Kaggle. Printing the object does not reveal the secret. */
export class KaggleCredentials {
  /** The variable or file they come from, for messages. */
  readonly source: string;
  /** What is wrong with the permissions of the file they come from, and the command that fixes it; null when all is well. */
  warning: string | null = null;
  readonly #authorization: string;

  private constructor(source: string, authorization: string) {
    this.source = source;
    this.#authorization = authorization;
  }

  /** An API token. */
  static token(token: string, source: string): KaggleCredentials {
    return new KaggleCredentials(source, `Bearer ${token}`);
  }

  /** A user name and key, as in `kaggle.json`. A key that is really an API token (`KGAT_...`) is sent as one. */
  static key(username: string, key: string, source: string): KaggleCredentials {
    if (key.startsWith("KGAT_")) return KaggleCredentials.token(key, source);
    return new KaggleCredentials(source, `Basic ${Buffer.from(`${username}:${key}`).toString("base64")}`);
  }

  /** The value of the Authorization header. */
  authorization(): string {
    return this.#authorization;
  }
}

/** Where to look. Default: the environment and home directory of this process. */
interface CredentialsPlaces {
  environment?: Record<string, string | undefined>;
  home?: string;
}

/**
 * Finds credentials where Kaggle's own tools keep them: `KAGGLE_API_TOKEN` (a token, or the path of a file with one),
 * `KAGGLE_USERNAME` with `KAGGLE_KEY`, then `access_token` and `kaggle.json` in `KAGGLE_CONFIG_DIR`, or else in
 * `~/.kaggle` and `$XDG_CONFIG_HOME/kaggle`. The environment takes precedence over files.
 *
 * @throws KaggleError `kaggle-credentials`, listing where it looked.
 */
export function findKaggleCredentials(places: CredentialsPlaces = {}): KaggleCredentials {
  const environment = places.environment ?? process.env;
  const home = places.home ?? homedir();
  const directories = configDirectories(environment, home);
  const found = fromEnvironment(environment, home) ?? fromFiles(directories);
  if (found !== null) return found;
  const half = environment.KAGGLE_USERNAME ? "KAGGLE_KEY" : environment.KAGGLE_KEY ? "KAGGLE_USERNAME" : null;
  throw new KaggleError(
    "credentials",
    [
      `No Kaggle credentials found.${half === null ? "" : ` ${half} is missing.`} Looked at:`,
      "  KAGGLE_API_TOKEN",
      "  KAGGLE_USERNAME with KAGGLE_KEY",
      ...directories.map((directory) => `  ${path.join(directory, "{access_token,access_token.txt,kaggle.json}")}`),
      'To get a token, sign in at https://www.kaggle.com/settings, choose "Create New Token" under API, and',
      `put the token into KAGGLE_API_TOKEN, or the downloaded kaggle.json into ${directories[0]}.`,
    ].join("\n"),
  );
}

function configDirectories(environment: Record<string, string | undefined>, home: string): string[] {
  if (environment.KAGGLE_CONFIG_DIR) return [environment.KAGGLE_CONFIG_DIR];
  return [path.join(home, ".kaggle"), path.join(environment.XDG_CONFIG_HOME || path.join(home, ".config"), "kaggle")];
}

function fromEnvironment(environment: Record<string, string | undefined>, home: string): KaggleCredentials | null {
  const token = environment.KAGGLE_API_TOKEN?.trim();
  if (token) {
    const file = token.startsWith("~/") ? path.join(home, token.slice(2)) : token;
    if (!/[/\\]/.test(file)) return KaggleCredentials.token(token, "KAGGLE_API_TOKEN");
    const content = readToken(file);
    if (content !== null) {
      return checked(KaggleCredentials.token(content, `${file} (named by KAGGLE_API_TOKEN)`), file);
    }
    throw new KaggleError("credentials", `KAGGLE_API_TOKEN names the file ${file}, which is missing or empty.`);
  }
  const { KAGGLE_USERNAME: username, KAGGLE_KEY: key } = environment;
  if (!username || !key) return null;
  return KaggleCredentials.key(username.trim(), key.trim(), "KAGGLE_USERNAME and KAGGLE_KEY");
}

function fromFiles(directories: string[]): KaggleCredentials | null {
  for (const directory of directories) {
    for (const name of ["access_token", "access_token.txt"]) {
      const file = path.join(directory, name);
      const token = readToken(file);
      if (token !== null) return checked(KaggleCredentials.token(token, file), file);
    }
    const file = path.join(directory, "kaggle.json");
    if (existsSync(file)) return checked(readKaggleJson(file), file);
  }
  return null;
}

/** Adds a warning when other users of this machine can read the file. */
function checked(credentials: KaggleCredentials, file: string): KaggleCredentials {
  if (process.platform !== "win32" && (statSync(file).mode & 0o077) !== 0) {
    credentials.warning = `Other users of this machine can read ${file}. Run \`chmod 600 ${file}\`.`;
  }
  return credentials;
}

function readToken(file: string): string | null {
  if (!existsSync(file)) return null;
  return readFileSync(file, "utf8").trim() || null;
}

const kaggleJson = z.object({ username: z.string().min(1), key: z.string().min(1) });

function readKaggleJson(file: string): KaggleCredentials {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, "utf8"));
  } catch (cause) {
    // Not the parser's message, which would quote the file.
    const reason = cause instanceof SyntaxError ? "is not valid JSON" : "cannot be read";
    throw new KaggleError("credentials", `${file} ${reason}. Download it again at https://www.kaggle.com/settings.`);
  }
  const parsed = kaggleJson.safeParse(content);
  if (parsed.success) return KaggleCredentials.key(parsed.data.username, parsed.data.key, file);
  const expected = '{"username":"...","key":"..."}';
  throw new KaggleError(
    "credentials",
    `${file} should hold ${expected}. Download it again at https://www.kaggle.com/settings.`,
  );
}
