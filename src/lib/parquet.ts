export {
  copyInto,
  emptyArray,
  type ParquetArray,
  type ParquetColumn,
  pickStretches,
  type Stretch,
} from "./parquet/parquet-array.ts";
export { ParquetFile } from "./parquet/parquet-file.ts";
export { ParquetTableWriter } from "./parquet/parquet-writer.ts";
