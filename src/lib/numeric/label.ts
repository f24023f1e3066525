/** A class label or a group's name: compared by value, as Python compares them. */
export type Label = string | number | bigint | boolean;
