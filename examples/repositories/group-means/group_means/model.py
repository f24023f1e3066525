"""Means within groups, fitted one after the other to what is left to explain."""

import datetime


class Features:
    """Turns a row into the groups that it belongs to."""

    def __init__(self, rows, columns, ranges=12):
        self.columns = columns
        self.edges = {}
        for column in columns:
            values = sorted(number for row in rows if (number := as_number(row[column])) is not None)
            if len(values) == len(rows) and len(set(values)) > ranges:
                self.edges[column] = [values[len(values) * cut // ranges] for cut in range(1, ranges)]

    def groups(self, row):
        """The groups of a row, as (column, value) pairs."""
        for column in self.columns:
            cell = row[column]
            if column in self.edges:
                number = as_number(cell) or 0.0
                yield column, sum(number >= edge for edge in self.edges[column])
            elif (date := as_date(cell)) is not None:
                yield f"{column} weekday", date.weekday()
                yield f"{column} month", date.month
            else:
                for word in cell.lower().split():
                    yield column, word.strip(".,!?")


class GroupMeans:
    """A sum of group effects. `smoothing` counts as rows without an effect, so that small groups say little."""

    def __init__(self, columns, smoothing=10.0, rounds=10):
        self.columns, self.smoothing, self.rounds = columns, smoothing, rounds

    def fit(self, rows, targets):
        self.features = Features(rows, self.columns)
        self.mean = sum(targets) / len(targets)
        self.effects = {}
        members = {}
        for index, row in enumerate(rows):
            for group in set(self.features.groups(row)):
                members.setdefault(group, []).append(index)
        rest = [target - self.mean for target in targets]
        for _ in range(self.rounds):
            for group, indices in members.items():
                step = sum(rest[index] for index in indices) / (len(indices) + self.smoothing)
                self.effects[group] = self.effects.get(group, 0.0) + step
                for index in indices:
                    rest[index] -= step
        return self

    def predict(self, rows):
        return [self.mean + sum(self.effects.get(group, 0.0) for group in set(self.features.groups(row))) for row in rows]


def as_number(cell):
    try:
        return float(cell)
    except ValueError:
        return None


def as_date(cell):
    try:
        return datetime.date.fromisoformat(cell)
    except ValueError:
        return None
