import type { Node } from "web-tree-sitter";

/** Names that a program gives itself, which a copy can change without changing anything else. */
export interface OwnNames {
  /** Variables, functions, classes and aliases of imports. */
  readonly variables: ReadonlySet<string>;
  /** Methods, and attributes of `self`. */
  readonly members: ReadonlySet<string>;
  /** Parameters of its functions. */
  readonly parameters: ReadonlySet<string>;
}

const patterns = new Set(["pattern_list", "tuple_pattern", "list_pattern", "list_splat_pattern"]);
const targets: Readonly<Record<string, string>> = {
  assignment: "left",
  augmented_assignment: "left",
  named_expression: "name",
  for_statement: "left",
  for_in_clause: "left",
  aliased_import: "alias",
  as_pattern: "alias",
};

export function findOwnNames(root: Node): OwnNames {
  const names = { variables: new Set<string>(), members: new Set<string>(), parameters: new Set<string>() };
  for (const node of root.descendantsOfType([...Object.keys(targets), "class_definition", "function_definition"])) {
    const target = targets[node.type];
    if (target !== undefined) bind(node.childForFieldName(target), names);
    else define(node, names);
  }
  for (const node of root.descendantsOfType(["lambda_parameters"])) addParameters(node, names);
  return names;
}

type Found = { readonly [kind in keyof OwnNames]: Set<string> };

function define(node: Node, names: Found): void {
  const name = node.childForFieldName("name")?.text;
  const isMethod = enclosing(node)?.type === "class_definition";
  if (name !== undefined) (isMethod ? names.members : names.variables).add(name);
  const parameters = node.childForFieldName("parameters");
  if (parameters !== null) addParameters(parameters, names);
}

/** The class or function around a definition. */
function enclosing(node: Node): Node | null {
  let around = node.parent;
  while (around !== null && !around.type.endsWith("_definition")) around = around.parent;
  return around?.type === "decorated_definition" ? enclosing(around) : around;
}

function addParameters(list: Node, names: Found): void {
  for (const parameter of list.namedChildren) {
    const name =
      parameter.type === "identifier" ? parameter : (parameter.childForFieldName("name") ?? parameter.namedChild(0));
    if (name?.type !== "identifier") continue;
    names.parameters.add(name.text);
    names.variables.add(name.text);
  }
}

function bind(target: Node | null, names: Found): void {
  if (target === null) return;
  if (target.type === "identifier") names.variables.add(target.text);
  else if (target.type === "attribute" && target.childForFieldName("object")?.text === "self") {
    names.members.add(target.childForFieldName("attribute")?.text ?? "");
  } else if (patterns.has(target.type) || target.type === "as_pattern_target") {
    for (const part of target.namedChildren) bind(part, names);
  }
}
