/** Where the protocols keep a conversation. */
const conversations = ["messages", "input", "contents"];

/** How many messages a request's conversation has, in any protocol. */
export function countMessages(request: unknown): number {
  if (typeof request !== "object" || request === null) return 0;
  const lists = conversations.map((name) => (request as Record<string, unknown>)[name]);
  return Math.max(0, ...lists.map((list) => (Array.isArray(list) ? list.length : 0)));
}
