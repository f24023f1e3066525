/** Whose turn it is, so that models that are asked the same do not all answer the same. */
export interface Place {
  readonly number: number;
  readonly of: number;
  readonly round: number;
  readonly rounds: number;
}

const form =
  'Answer: {"ideas": [{"idea": "...", "tune": false, "expected_seconds": 600}, ...]}, where "idea" says in one text what the core is, how data, ' +
  'model, training and validation look in detail, and why it should score well; "tune" is true for the same solution with other settings; ' +
  'and "expected_seconds" is the run time of the whole program.';

export function freshRequest(count: number, place: Place): string {
  return ask(
    `Propose ${count} complete solutions that differ in their core: in the kind of model, in how the data is seen, or in what is predicted.`,
    place,
  );
}

export function changesRequest(count: number, place: Place): string {
  return ask(
    `Propose ${count} ways to go on from this experiment. Among them should be, as far as there is room: something added; something removed or ` +
      "replaced; the same solution with clearly better settings, once changed a lot and once a little; and another core idea that keeps what works. " +
      "Each is a complete description of the new solution, not of the difference alone.",
    place,
  );
}

export function ensembleRequest(count: number, place: Place): string {
  return ask(
    `Propose ${count} ${count === 1 ? "way" : "ways"} to combine these solutions into one program that scores better than each of them: which ` +
      "members, how each is trained in the time there is, how their predictions are joined and how that is measured.",
    place,
  );
}

export function keepRequest(count: number): string {
  return (
    `Keep the ${count} most promising of these proposals, such that they differ from each other.\n\n` +
    'Answer with their numbers: {"keep": ["1", ...]}'
  );
}

function ask(request: string, { number, of, round, rounds }: Place): string {
  const others =
    of === 1
      ? ""
      : ` You are proposer ${number} of ${of} with the same task: look for what the others are likely to miss.`;
  const refine =
    round === 1
      ? ""
      : " Take the best of the last round further: make them more concrete, fix their weaknesses, join what belongs together, and " +
        "replace what is not worth trying.";
  const rest = rounds === 1 ? "" : ` This is round ${round} of ${rounds}.`;
  return `${request}${others}${rest}${refine}\n\n${form}`;
}
