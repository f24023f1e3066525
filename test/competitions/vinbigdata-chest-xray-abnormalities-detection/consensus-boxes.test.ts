import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  boxesAsPredictions,
  consensusBoxes,
} from "../../../src/competitions/vinbigdata-chest-xray-abnormalities-detection/consensus-boxes.ts";
import { prepareContext } from "../../support/prepare-context.ts";

/** Both tables made of the boxes, as they are written. */
function written(csv: string): [boxes: string, predictions: string] {
  const context = prepareContext({ "train.csv": csv });
  const boxes = consensusBoxes(context.open("train.csv"));
  context.write("private/boxes.csv", boxes);
  context.write("private/predictions.csv", boxesAsPredictions(boxes));
  const read = (name: string) => readFileSync(join(context.private, name), "utf8");
  return [read("boxes.csv"), read("predictions.csv")];
}

test("the first box of an image and class stands, gaps are 0, and no finding is the box from 0 to 1", () => {
  const csv = `image_id,class_name,class_id,rad_id,x_min,y_min,x_max,y_max
b,Nodule,8,R1,,2,3,4
a,No finding,14,,,,,
b,Nodule,8,R2,9,9,9,9
b,Mass,3,R3,5.5,6,7,8
`;
  expect(written(csv)).toEqual([
    `image_id,class_id,class_name,rad_id,x_min,y_min,x_max,y_max
a,14,No finding,0,0.0,0.0,1.0,1.0
b,3,Mass,R3,5.5,6.0,7.0,8.0
b,8,Nodule,R1,9.0,2.0,3.0,4.0
`,
    `image_id,PredictionString
a,14 1.0 0.0 0.0 1.0 1.0
b,3 1.0 5.5 6.0 7.0 8.0 8 1.0 9.0 2.0 3.0 4.0
`,
  ]);
});

test("ids that are numbers make floats of the classes in predictions", () => {
  const [, predictions] = written("image_id,class_id,x_min,y_min,x_max,y_max\n7,3,1,2,3,4.5\n");
  expect(predictions).toBe("image_id,PredictionString\n7,3.0 1.0 1.0 2.0 3.0 4.5\n");
});
