import { isAlias, isMap, isScalar, isSeq, type Pair, parseDocument, type Scalar, type YAMLMap } from "yaml";
import { UsageError } from "../../lib/errors.ts";
import { type PythonMapping, type PythonValue, pythonText } from "./python-value.ts";
import { resolveScalar } from "./resolve-scalar.ts";

const prefix = "tag:yaml.org,2002:";

/** A document, and its top-level keys whose mappings are merged into others with `<<`. */
export interface ParsedYaml {
  readonly content: PythonValue;
  readonly templates: ReadonlySet<string>;
}

/**
 * Reads a YAML document as PyYAML's `safe_load` does: YAML 1.1 scalars, aliases, merges (`<<`: merged keys come first, own
 * keys win); the last of repeated keys counts. `name` is for messages.
 *
 * @throws UsageError when it is not valid YAML, or holds a tag that `safe_load` refuses.
 */
export function parseYaml(text: string, name: string): ParsedYaml {
  const document = parseDocument(text, { schema: "failsafe", version: "1.1", uniqueKeys: false, logLevel: "silent" });
  const [error] = document.errors;
  if (error !== undefined) throw new UsageError(`${name} is not valid YAML: ${error.message.trim()}`);
  const known = new Map<unknown, PythonValue>();
  const merged = new Set<unknown>();

  const follow = (node: unknown): unknown => {
    if (!isAlias(node)) return node;
    const target = node.resolve(document);
    if (target !== undefined) return target;
    throw new UsageError(`${name} is not valid YAML: there is no anchor before *${node.source}.`);
  };
  const convert = (reference: unknown): PythonValue => {
    const node = follow(reference);
    const before = known.get(node);
    if (before !== undefined) return before;
    if (isMap(node)) {
      const mapping: PythonMapping = new Map();
      known.set(node, mapping);
      fill(mapping, node);
      return mapping;
    }
    if (isSeq(node)) {
      const list: PythonValue[] = [];
      known.set(node, list);
      for (const item of node.items) list.push(convert(item));
      return list;
    }
    return isScalar(node) ? scalarOf(node, name) : null;
  };
  const fill = (mapping: PythonMapping, node: YAMLMap): void => {
    const isMerge = ({ key }: Pair): boolean => isScalar(key) && key.type === "PLAIN" && key.value === "<<";
    for (const { value } of node.items.filter(isMerge)) {
      const source = follow(value);
      const sources = isSeq(source) ? source.items.map(follow).reverse() : [source];
      for (const each of sources) {
        if (!isMap(each)) throw new UsageError(`${name}: \`<<\` needs a mapping or a list of mappings.`);
        merged.add(each);
        for (const [key, taken] of convert(each) as PythonMapping) mapping.set(key, taken);
      }
    }
    for (const pair of node.items) if (!isMerge(pair)) mapping.set(pythonText(convert(pair.key)), convert(pair.value));
  };

  const content = convert(document.contents);
  const top = isMap(document.contents) ? document.contents.items : [];
  const templates = top.filter(({ value }) => merged.has(follow(value))).map(({ key }) => pythonText(convert(key)));
  return { content, templates: new Set(templates) };
}

function scalarOf(node: Scalar, name: string): PythonValue {
  const text = String(node.value ?? "");
  if (node.tag === undefined || node.tag === "!") return node.type === "PLAIN" ? resolveScalar(text) : text;
  if (node.tag === `${prefix}str`) return text;
  if (["int", "float", "bool", "null"].some((kind) => node.tag === prefix + kind)) return resolveScalar(text);
  throw new UsageError(`${name}: the tag ${node.tag} is unknown.`);
}
