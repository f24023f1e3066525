import { textAt } from "../../frame/as-text.ts";
import { type Column, NumberColumn, TextColumn } from "../../frame/column.ts";
import { toLabels } from "../../frame/labels.ts";
import { TableView } from "../../frame/table-view.ts";
import { formatPythonFloat } from "../../lib/python/python-repr.ts";
import { firstOfGroups } from "../../prepare/first-of-groups.ts";
import { groupRows } from "../../prepare/groups.ts";

const noFinding = 14;
const corners = ["x_min", "y_min", "x_max", "y_max"];

/**
 * One box per image and class: the first one, which stands for the readers' consensus. Gaps become 0, and "no finding"
 * becomes the box from 0 to 1.
 */
export function consensusBoxes(boxes: TableView): TableView {
  const classes = boxes.column("class_id");
  const groups = groupRows(boxes.column("image_id")).flatMap(({ rows }) =>
    groupRows(classes.take(Uint32Array.from(rows))).map((group) => group.rows.map((row) => rows[row]!)),
  );
  const others = boxes.names.filter((name) => name !== "image_id" && name !== "class_id");
  const first = firstOfGroups(boxes.select("image_id", "class_id", ...others), groups);
  const found = toLabels(first.column("class_id"));
  const columns = first.names.map((name) => {
    const column = zeroForGaps(first.column(name));
    return name === "x_max" || name === "y_max" ? oneWhere(column, (row) => found[row] === noFinding) : column;
  });
  return TableView.of(columns);
}

/** The column with 1 in some rows. Integers stay integers. */
function oneWhere(column: Column, isOne: (row: number) => boolean): Column {
  if (column.kind !== "text") {
    const values = column.values.map((value, row) => (isOne(row) ? 1 : value));
    return new NumberColumn(column.name, column.kind, values);
  }
  return TextColumn.from(
    column.name,
    column.texts().map((text, row) => (isOne(row) ? "1.0" : text)),
  );
}

/** The boxes in the format of a submission, one row per image. */
export function boxesAsPredictions(boxes: TableView): TableView {
  const images = boxes.column("image_id");
  const printed = ["class_id", ...corners].map((name) => boxes.column(name));
  // Upstream: numpy makes one array of a row of only numbers, including the image's id: one float makes all floats.
  const together = [images, ...printed];
  const allFloats = together.every(({ kind }) => kind !== "text") && together.some(({ kind }) => kind === "float64");
  const text = (column: Column, row: number): string =>
    allFloats ? formatPythonFloat((column as NumberColumn).values[row]!) : textAt(column, row);

  const groups = groupRows(images).map(({ rows }) => rows);
  const predictions = groups.map((rows) =>
    rows
      .map((row) => {
        const [label, ...box] = printed.map((column) => text(column, row));
        return `${label} 1.0 ${box.join(" ")}`;
      })
      .join(" "),
  );
  return TableView.of([
    images.take(Uint32Array.from(groups, (rows) => rows[0]!)),
    TextColumn.from("PredictionString", predictions),
  ]);
}

/** pandas twin: `fillna(0)`. */
function zeroForGaps(column: Column): Column {
  const gaps = Array.from({ length: column.length }, (_, row) => column.isGap(row));
  if (!gaps.includes(true)) return column;
  if (column.kind === "float64") {
    return new NumberColumn(
      column.name,
      "float64",
      column.values.map((value, row) => (gaps[row] ? 0 : value)),
    );
  }
  return TextColumn.from(
    column.name,
    gaps.map((gap, row) => (gap ? "0" : textAt(column, row))),
  );
}
