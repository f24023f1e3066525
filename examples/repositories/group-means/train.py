"""Trains a model on one table and writes its predictions for another."""

import argparse

from group_means.model import GroupMeans
from group_means.tables import hold_out, read_table, write_table


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("train")
    options.add_argument("test")
    options.add_argument("--target", required=True)
    options.add_argument("--output", default="predictions.csv")
    given = options.parse_args()
    train, test = read_table(given.train), read_table(given.test)
    columns = [column for column in test[0] if column in train[0]]

    def model(rows):
        return GroupMeans(columns).fit(rows, [float(row[given.target]) for row in rows])

    kept, held = hold_out(train)
    errors = [guess - float(row[given.target]) for guess, row in zip(model(kept).predict(held), held)]
    print(f"error on held-out rows: {(sum(error**2 for error in errors) / len(errors)) ** 0.5:.4f}")
    write_table(given.output, [given.target], [[guess] for guess in model(train).predict(test)])


if __name__ == "__main__":
    main()
