import { crossing, type Point, sideOfLine } from "../lib/geometry/plane.ts";

/**
 * The area that two convex polygons share. Corners are pairs of x and y, anticlockwise. Same as shapely's
 * `left.intersection(right).area`, to the last bit unless shapely has to move points: intersections are rounded once,
 * and the area is summed up from the corner at which GEOS, shapely's engine, starts.
 *
 * 0 if the polygons are apart or only touch.
 *
 * @example convexIntersection([0, 0, 2, 0, 2, 2, 0, 2], [1, 1, 3, 1, 3, 3, 1, 3]) // => 1
 */
export function convexIntersection(left: ArrayLike<number>, right: ArrayLike<number>): number {
  if (areApart(left, right, 0) || areApart(left, right, 1)) return 0;
  const [first, second] = outlines(left, right);
  const corners: Point[] = [];
  const addOnce = (point: Point): void => {
    if (!corners.some((corner) => areSame(corner, point))) corners.push(point);
  };
  for (const outline of [first, second]) {
    outline.corners.forEach((corner, index) => {
      if (outline.shared[index]) addOnce(corner);
    });
    for (const nodes of outline.nodes) nodes.forEach(addOnce);
  }
  if (corners.length < 3) return 0;
  const ring = anticlockwise(corners);
  const start = startOfRing(ring, first) ?? startOfRing(ring, second) ?? 0;
  return areaFrom(ring, start);
}

interface Outline {
  readonly corners: readonly Point[];
  /** Which corners belong to the shared polygon, and which of these are on the other outline. */
  readonly shared: boolean[];
  readonly touching: boolean[];
  /** For each side, the points where the other outline meets it, in order and without the side's corners. */
  readonly nodes: readonly Point[][];
}

function outlines(left: ArrayLike<number>, right: ArrayLike<number>): [Outline, Outline] {
  const first = pointsOf(left);
  const second = pointsOf(right);
  const firstSides = first.map((point) =>
    second.map((_, side) => sideOfLine(second[side]!, next(second, side), point)),
  );
  const secondSides = second.map((point) => first.map((_, side) => sideOfLine(first[side]!, next(first, side), point)));
  const meetings: Point[] = [];
  const meetingsOf = (sides: readonly Point[]): Point[][] => sides.map(() => []);
  const firstNodes = meetingsOf(first);
  const secondNodes = meetingsOf(second);
  for (let side = 0; side < first.length; side++) {
    for (let other = 0; other < second.length; other++) {
      const crosses = firstSides[side]![other]! * next(firstSides, side)[other]! < 0;
      if (!crosses || secondSides[other]![side]! * next(secondSides, other)[side]! >= 0) continue;
      const meeting = crossing(first[side]!, next(first, side), second[other]!, next(second, other));
      meetings.push(meeting);
      firstNodes[side]!.push(meeting);
      secondNodes[other]!.push(meeting);
    }
  }
  return [
    outlineOf(first, firstSides, firstNodes, second, secondSides, meetings),
    outlineOf(second, secondSides, secondNodes, first, firstSides, meetings),
  ];
}

function outlineOf(
  corners: readonly Point[],
  sides: readonly (readonly number[])[],
  nodes: readonly Point[][],
  others: readonly Point[],
  otherSides: readonly (readonly number[])[],
  meetings: readonly Point[],
): Outline {
  const met = corners.map((corner) => meetings.some((meeting) => areSame(meeting, corner)));
  const inside = (signs: readonly number[]): boolean => signs.every((sign) => sign >= 0);
  others.forEach((other, index) => {
    if (!inside(otherSides[index]!)) return;
    for (const [side, sign] of otherSides[index]!.entries()) if (sign === 0) nodes[side]!.push(other);
  });
  return {
    corners,
    shared: corners.map((_, corner) => met[corner]! || inside(sides[corner]!)),
    touching: corners.map((_, corner) => met[corner]! || (inside(sides[corner]!) && sides[corner]!.includes(0))),
    nodes: nodes.map((found, side) => betweenCorners(found, corners[side]!, next(corners, side))),
  };
}

/** The points strictly between two corners, in order and without repeats. */
function betweenCorners(points: readonly Point[], start: Point, end: Point): Point[] {
  const along = (point: Point): number =>
    (point.x - start.x) * (end.x - start.x) + (point.y - start.y) * (end.y - start.y);
  const sorted = points.filter((point) => !areSame(point, start) && !areSame(point, end));
  sorted.sort((left, right) => along(left) - along(right));
  return sorted.filter((point, index) => index === 0 || !areSame(point, sorted[index - 1]!));
}

function anticlockwise(points: readonly Point[]): Point[] {
  let x = 0;
  let y = 0;
  for (const point of points) {
    x += point.x / points.length;
    y += point.y / points.length;
  }
  const turned = points.map((point) => ({ point, angle: Math.atan2(point.y - y, point.x - x) }));
  return turned.sort((left, right) => left.angle - right.angle).map(({ point }) => point);
}

/**
 * Upstream: GEOS cuts an outline at its first corner and wherever the other outline meets it. It begins with the first
 * piece that bounds the shared polygon, follows it backwards, and adds the piece's end last.
 */
function startOfRing(ring: readonly Point[], { corners, touching, nodes }: Outline): number | undefined {
  const placeOf = (point: Point): number => ring.findIndex((other) => areSame(other, point));
  for (const [side, corner] of corners.entries()) {
    const after = (side + 1) % corners.length;
    const stops = [corner, ...nodes[side]!, corners[after]!];
    for (let stop = 1; stop < stops.length; stop++) {
      const place = placeOf(stops[stop - 1]!);
      if (place < 0 || !areSame(next(ring, place), stops[stop]!)) continue;
      const isCut = stop < stops.length - 1 || after === 0 || touching[after]!;
      if (isCut) return place;
    }
  }
  return undefined;
}

/**
 * Half the sum, over the corners clockwise, of x (relative to the first corner) times the difference of neighbouring y.
 */
function areaFrom(ring: readonly Point[], start: number): number {
  const at = (step: number): Point => ring[(((start - step) % ring.length) + ring.length) % ring.length]!;
  let doubled = 0;
  for (let step = 1; step < ring.length; step++) doubled += (at(step).x - at(0).x) * (at(step - 1).y - at(step + 1).y);
  return Math.abs(doubled / 2);
}

function pointsOf(corners: ArrayLike<number>): Point[] {
  return Array.from({ length: corners.length / 2 }, (_, corner) => ({
    x: corners[2 * corner]!,
    y: corners[2 * corner + 1]!,
  }));
}

function next<T>(list: readonly T[], index: number): T {
  return list[(index + 1) % list.length]!;
}

function areSame(left: Point, right: Point): boolean {
  return left.x === right.x && left.y === right.y;
}

/** Whether the ranges of one coordinate do not touch. */
function areApart(left: ArrayLike<number>, right: ArrayLike<number>, axis: number): boolean {
  const [leftLow, leftHigh] = extent(left, axis);
  const [rightLow, rightHigh] = extent(right, axis);
  return leftLow > rightHigh || rightLow > leftHigh;
}

function extent(corners: ArrayLike<number>, axis: number): [low: number, high: number] {
  let low = corners[axis]!;
  let high = low;
  for (let index = axis + 2; index < corners.length; index += 2) {
    low = Math.min(low, corners[index]!);
    high = Math.max(high, corners[index]!);
  }
  return [low, high];
}
