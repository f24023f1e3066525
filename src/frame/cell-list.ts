/** Where cells lie in some bytes, row after row: `count` cells are filled. Grows as needed. */
export class CellList {
  starts = new Uint32Array(256);
  ends = new Uint32Array(256);
  count = 0;

  push(start: number, end: number): void {
    if (this.count === this.starts.length) this.grow();
    this.starts[this.count] = start;
    this.ends[this.count] = end;
    this.count += 1;
  }

  /** Doubles the room. */
  grow(): void {
    const starts = new Uint32Array(this.starts.length * 2);
    const ends = new Uint32Array(this.ends.length * 2);
    starts.set(this.starts);
    ends.set(this.ends);
    this.starts = starts;
    this.ends = ends;
  }
}
