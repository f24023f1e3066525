const word = (names: string): RegExp => new RegExp(`(^|[/_. -])(${names})`, "i");
const [training, testing] = [word("train|training|dev|devel|valid|validation|val\\d*[/_.]"), word("test|eval")];

/** Whether a path says that it belongs to the training data. */
export function isTraining(path: string): boolean {
  return training.test(path) && !testing.test(path);
}

/** Whether a path says that it belongs to the test set. */
export function isTesting(path: string): boolean {
  return testing.test(path);
}

/** Whether a path is that of an example of a submission. */
export function isPrediction(path: string): boolean {
  return /submission|prediction/i.test(path);
}
