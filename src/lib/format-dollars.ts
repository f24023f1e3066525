/** An amount of US dollars, to a hundredth of a cent: `$12.50`, `$0.0004`. */
export function formatDollars(amount: number): string {
  const cents = amount.toFixed(2);
  return `$${Number(cents) === Number(amount.toFixed(4)) ? cents : amount.toFixed(4)}`;
}
