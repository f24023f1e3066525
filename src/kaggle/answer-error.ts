import { KaggleError } from "./kaggle-error.ts";
import { type Answer, describe } from "./request.ts";
import { retryAfterMs, TransientFailure } from "./retry.ts";

/** What an answer was about, for messages. */
export interface Question {
  url: string;
  /** The competition asked for, where it was one. */
  competition?: string | undefined;
  /** Where the credentials came from, or null when none were sent. */
  credentials?: string | null | undefined;
}

/** The error for an answer whose status is no success: one that may pass, or one that says what to do. Uses up the body. */
export async function answerError({ response, redirectedAway }: Answer, question: Question): Promise<Error> {
  const { status } = response;
  const said = await serverMessage(response);
  const heard = said === "" ? "" : ` (${said})`;
  // A storage host refuses a signature that ran out or a moment of trouble: a new redirect will do.
  if (status === 408 || status === 429 || status >= 500 || (redirectedAway && status >= 400 && status !== 404)) {
    const message = `${describe(question.url)} answered ${status}${heard}.`;
    return new TransientFailure(message, { askedMs: retryAfterMs(response.headers.get("retry-after")) });
  }
  if (status === 401) return new KaggleError("credentials", unauthorized(question, heard), { status });
  if (question.competition !== undefined && status === 403) {
    return new KaggleError("rules", forbidden(question.competition, heard), { status });
  }
  if (question.competition !== undefined && status === 404) {
    const message = `Kaggle knows no competition "${question.competition}", or not this file of it${heard}.`;
    return new KaggleError(
      "not-found",
      `${message} Check the name in https://www.kaggle.com/c/${question.competition}.`,
      { status },
    );
  }
  return new KaggleError("refused", `${describe(question.url)} answered ${status}${heard}.`, { status });
}

function unauthorized({ credentials }: Question, heard: string): string {
  const used =
    credentials == null ? "no credentials were sent" : `the credentials from ${credentials} are not accepted`;
  return `Kaggle refused: ${used}${heard}. Create a new token at https://www.kaggle.com/settings and try again.`;
}

function forbidden(competition: string, heard: string): string {
  return [
    `Kaggle does not let this account have the data of "${competition}"${heard}.`,
    `Accept the rules first, at https://www.kaggle.com/c/${competition}/rules, signed in as the same user, then try again.`,
    "If they are accepted already, the account may need its phone number verified, or the competition may be closed to new members.",
  ].join("\n");
}

/** What the server said in its body, on one line and not too long. */
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
