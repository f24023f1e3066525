/** The positions of cells in some bytes, row by row: `count` cells in `rows` rows. Grows as needed. */
export class CellList {
  starts = new Uint32Array(256);
  ends = new Uint32Array(256);
  count = 0;
  /** Where each row begins, including quotes. */
  rowStarts = new Uint32Array(64);
  /** 1 for rows with quotes or with missing cells. */
  irregular = new Uint8Array(64);
  rows = 0;

  clear(): void {
    this.count = 0;
    this.rows = 0;
  }

  pushRow(start: number, irregular: boolean): void {
    if (this.rows === this.rowStarts.length) this.#growRows();
    this.rowStarts[this.rows] = start;
    this.irregular[this.rows] = irregular ? 1 : 0;
    this.rows += 1;
  }

  push(start: number, end: number): void {
    if (this.count === this.starts.length) this.grow();
    this.starts[this.count] = start;
    this.ends[this.count] = end;
    this.count += 1;
  }

  /** Doubles the capacity. */
  grow(): void {
    const starts = new Uint32Array(this.starts.length * 2);
    const ends = new Uint32Array(this.ends.length * 2);
    starts.set(this.starts);
    ends.set(this.ends);
    this.starts = starts;
    this.ends = ends;
  }

  #growRows(): void {
    const rowStarts = new Uint32Array(this.rows * 2);
    const irregular = new Uint8Array(this.rows * 2);
    rowStarts.set(this.rowStarts);
    irregular.set(this.irregular);
    this.rowStarts = rowStarts;
    this.irregular = irregular;
  }
}
