import { expect, test } from "vitest";
import { nmeaPositions } from "../../../src/lib/formats/nmea-positions.ts";

test("reads positions from GGA and valid RMC sentences, with their signs", () => {
  const text = [
    "$GPGGA,123519,3723.2475,N,12158.3416,W,1,08,0.9,545.4,M,46.9,M,,*47",
    "$GNRMC,123520,A,3351.6000,S,15112.4000,E,022.4,084.4,230394,003.1,W*6A",
    "$GNRMC,123521,V,3351.6000,S,15112.4000,E,,,230394,,*6A",
    "$GPGSV,2,1,08,01,40,083,46*75",
    "not a sentence",
  ].join("\r\n");
  const [first, second, ...rest] = nmeaPositions(text);
  expect(first!.latitude).toBeCloseTo(37.387458, 6);
  expect(first!.longitude).toBeCloseTo(-121.97236, 6);
  expect(second).toEqual({ latitude: -33.86, longitude: expect.closeTo(151.206667, 6) });
  expect(rest).toEqual([]);
});
