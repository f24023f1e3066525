"""Tables as lists of rows, each a dictionary from column to text."""

import csv


def read_table(path):
    """Reads a table with a header."""
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def write_table(path, columns, rows):
    """Writes rows, each a list of values."""
    with open(path, "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(columns)
        writer.writerows(rows)


def hold_out(rows, every=5):
    """Splits rows into those to train on and every n-th one to validate on."""
    kept = [row for index, row in enumerate(rows) if index % every]
    return kept, rows[::every]
