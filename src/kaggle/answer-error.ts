import { KaggleError } from "./kaggle-error.ts";
import { type Answer, describe } from "./request.ts";
import { retryAfterMs, TransientFailure } from "./retry.ts";

/** What was asked for, for error messages. */
export interface Question {
  url: string;
  /** The competition, when the question was about one. */
  competition?: string | undefined;
  /** The kernel, as `user/kernel`, when the question was about one. */
  kernel?: string | undefined;
  /** Where the credentials came from; null when none were sent. */
  credentials?: string | null | undefined;
}

/** The error for an unsuccessful response: either worth retrying, or one that says what to do. Consumes the body. */
export async function answerError({ response, redirectedAway }: Answer, question: Question): Promise<Error> {
  const { status } = response;
  const message = await serverMessage(response);
  const quoted = message === "" ? "" : ` (${message})`;
  // Storage hosts reject expired signatures: a fresh redirect gets a new one.
  if (status === 408 || status === 429 || status >= 500 || (redirectedAway && status >= 400 && status !== 404)) {
    const askedMs = retryAfterMs(response.headers.get("retry-after"));
    return new TransientFailure(`${describe(question.url)} answered ${status}${quoted}.`, { askedMs });
  }
  if (status === 401) return new KaggleError("credentials", unauthorized(question, quoted), { status });
  if (question.competition !== undefined && status === 403) {
    return new KaggleError("rules", forbidden(question.competition, quoted), { status });
  }
  if (question.competition !== undefined && status === 404) {
    return new KaggleError("not-found", notFound(question.competition, quoted), { status });
  }
  if (question.kernel !== undefined && (status === 403 || status === 404)) {
    const page = `https://www.kaggle.com/code/${question.kernel}`;
    const text = `Kaggle has no public kernel "${question.kernel}"${quoted}. Is it still at ${page}?`;
    return new KaggleError("not-found", text, { status });
  }
  return new KaggleError("refused", `${describe(question.url)} answered ${status}${quoted}.`, { status });
}

/** The error for a file other than the archive that was asked for, such as a sign-in page sent with status 200. */
export function notAnArchive({ url, competition, credentials }: Question, found: string): KaggleError {
  const rules = competition === undefined ? "" : ` and the rules at https://www.kaggle.com/c/${competition}/rules`;
  const used = credentials == null ? "your Kaggle credentials" : `the credentials from ${credentials}`;
  return new KaggleError(
    "refused",
    `${describe(url)} sent ${found} instead of an archive. ` +
      `Kaggle does this when it wants you to sign in or accept rules: check ${used}${rules}, then try again.`,
  );
}

function unauthorized({ credentials }: Question, quoted: string): string {
  const used = credentials == null ? "no credentials were sent" : `it rejected the credentials from ${credentials}`;
  return `Kaggle denied access: ${used}${quoted}. Create a new token at https://www.kaggle.com/settings and try again.`;
}

function forbidden(competition: string, quoted: string): string {
  return [
    `Kaggle does not let this account download the data of "${competition}"${quoted}.`,
    `Accept the rules at https://www.kaggle.com/c/${competition}/rules, signed in as the same user, then try again.`,
    "If you have accepted them already, your account may need a verified phone number, or the competition may be closed to new members.",
  ].join("\n");
}

function notFound(competition: string, quoted: string): string {
  const page = `https://www.kaggle.com/c/${competition}`;
  return `Kaggle has no competition "${competition}", or not the requested file of it${quoted}. Check the name at ${page}.`;
}

/** The server's own error message, on one line and cut to a reasonable length. */
async function serverMessage(response: Response): Promise<string> {
  const text = await response.text().catch(() => "");
  let message = "";
  try {
    const body = JSON.parse(text) as { message?: unknown };
    if (typeof body?.message === "string") message = body.message;
  } catch {
    if (!/^\s*</.test(text)) message = text;
  }
  return message.replace(/\s+/g, " ").trim().slice(0, 300);
}
