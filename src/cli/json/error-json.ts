/** A failure of a whole command. */
export function errorJson(code: string, message: string) {
  return { error: { code, message } };
}
