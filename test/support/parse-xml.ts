/** An element of a document. Its text is that of itself, not of its children. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
}

const token = /<\?xml [^?]*\?>|<\/([\w-]+)>|<([\w-]+)((?: [\w-]+="[^"<]*")*)(\/?)>|([^<]+)/y;
const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/** Parses XML 1.0 with elements, attributes and text, and throws where it is not well-formed. Nothing else is understood. */
export function parseXml(document: string): XmlElement {
  const bad = forbidden.exec(document);
  if (bad !== null) throw new Error(`Character ${bad[0].codePointAt(0)} is not allowed in XML.`);
  const root: XmlElement = { name: "", attributes: {}, children: [], text: "" };
  const open = [root];
  token.lastIndex = 0;
  while (token.lastIndex < document.length) {
    const at = token.lastIndex;
    const match = token.exec(document);
    if (match === null) throw new Error(`Not XML: ${document.slice(at, at + 80)}`);
    const [, closed, opened, attributes, isEmpty, text] = match;
    if (text !== undefined) open.at(-1)!.text += unescaped(text);
    if (closed !== undefined && open.pop()!.name !== closed) throw new Error(`</${closed}> closes another element.`);
    if (opened === undefined) continue;
    const element = { name: opened, attributes: attributesIn(attributes!), children: [], text: "" };
    open.at(-1)!.children.push(element);
    if (isEmpty === "") open.push(element);
  }
  if (open.length !== 1 || root.children.length !== 1 || root.text.trim() !== "") throw new Error("Not one element.");
  return root.children[0]!;
}

function attributesIn(text: string): Record<string, string> {
  const pairs = [...text.matchAll(/ ([\w-]+)="([^"]*)"/g)].map(
    ([, name, value]) => [name!, unescaped(value!)] as const,
  );
  if (new Set(pairs.map(([name]) => name)).size < pairs.length) throw new Error(`An attribute is repeated:${text}`);
  // A parser makes spaces of line breaks and tabs that are not written as references.
  if (/[\n\t]/.test(text)) throw new Error(`An attribute has a bare line break or tab:${text}`);
  return Object.fromEntries(pairs);
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function unescaped(text: string): string {
  if (/&(?!(?:amp|lt|gt|quot|apos|#\d+);)|\]\]>/.test(text)) throw new Error(`Not escaped: ${text}`);
  return text.replaceAll(/&(?:#(\d+)|(\w+));/g, (_, code, name) =>
    code === undefined ? entities[name]! : String.fromCodePoint(Number(code)),
  );
}
