/** What a card is about: a kind of data and task, a way of working, a method or metric, a model with a sketch of its program. */
export const cardKinds = ["specialization", "workflow", "concept", "code"] as const;
