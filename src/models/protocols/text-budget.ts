/** How much text of one streamed answer is kept, in characters: more than any model writes. */
export const longestText = 16 * 2 ** 20;

/** Bounds what is kept of a stream: a provider that never stops must not fill the memory. */
export class TextBudget {
  #left = longestText;

  /** The text, or its beginning if the budget ends there. */
  take(text: string): string {
    const taken = text.length <= this.#left ? text : text.slice(0, this.#left);
    this.#left -= taken.length;
    return taken;
  }
}
