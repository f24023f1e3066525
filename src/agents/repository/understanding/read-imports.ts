import type { SourceImport } from "./source-module.ts";

/** The names that an import statement brings in, from its text. */
export function readImports(statement: string): SourceImport[] {
  const text = statement
    .replace(/#.*$/gm, "")
    .replace(/[\\()]/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  const from = /^from (\.*(?: \.+)*) ?([\w.]*) ?import (.*)$/.exec(text);
  if (from !== null) {
    const [, dots, module, names] = from as unknown as [string, string, string, string];
    const level = dots.replaceAll(" ", "").length;
    return namesIn(names).map(({ name, alias }) => ({ module, level, name, alias: alias ?? name }));
  }
  return namesIn(text.replace(/^import /, "")).map(({ name, alias }) => ({
    module: name,
    level: 0,
    name: null,
    alias: alias ?? name,
  }));
}

function namesIn(list: string): { readonly name: string; readonly alias: string | undefined }[] {
  return list.split(",").flatMap((part) => {
    const [name, , alias] = part.trim().split(" ");
    return name === undefined || !/^(?:[\w.]+|\*)$/.test(name) ? [] : [{ name, alias }];
  });
}
