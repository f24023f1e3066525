/** A place where one experiment at a time runs, with its share of the graphics cards. */
export interface Slot {
  readonly cards: readonly string[];
}

/**
 * Divides the cards among so many slots: each card goes to one slot. With fewer cards than slots, slots share them.
 *
 * @param named What the sandbox calls its cards; where it names none, they are numbered from zero.
 */
export function makeSlots(count: number, cards: number, named: readonly string[]): Slot[] {
  const all = Array.from({ length: cards }, (_, card) => named[card] ?? String(card));
  const isOfSlot = (card: number, slot: number): boolean =>
    cards < count ? slot % cards === card : card % count === slot;
  return Array.from({ length: count }, (_, slot) => ({ cards: all.filter((_card, index) => isOfSlot(index, slot)) }));
}

/** Works on items in order, one per slot at a time. The first failure is thrown when all that had begun is done. */
export async function inSlots<Item>(
  slots: readonly Slot[],
  items: readonly Item[],
  work: (item: Item, slot: Slot) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  const failures: unknown[] = [];
  await Promise.all(
    slots.map(async (slot) => {
      for (let item = waiting.shift(); item !== undefined && failures.length === 0; item = waiting.shift()) {
        await work(item, slot).catch((error: unknown) => failures.push(error));
      }
    }),
  );
  if (failures.length > 0) throw failures[0];
}
