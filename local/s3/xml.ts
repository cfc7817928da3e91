import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { S3Error } from './errors.ts';

/** Child elements by name; `#text` is the element's own text. */
export interface XmlElements {
  readonly [name: string]: XmlContent;
}

/** An array repeats its element; `undefined` omits it. */
export type XmlContent = string | number | boolean | undefined | XmlElements | readonly (string | XmlElements)[];

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes control characters too: a raw carriage return would be parsed as a line feed. */
function escapeText(text: string): string {
  return text.replace(
    // oxlint-disable-next-line no-control-regex -- keys may hold any character, these must not be written raw
    /[&<>"\u0000-\u001f\u007f]/g,
    (character) => escapes[character] ?? `&#${character.charCodeAt(0)};`,
  );
}

function writeElement(name: string, content: XmlContent): string {
  if (content === undefined) return '';
  if (Array.isArray(content)) return content.map((item: string | XmlElements) => writeElement(name, item)).join('');
  return `<${name}>${typeof content === 'object' ? writeElements(content as XmlElements) : escapeText(String(content))}</${name}>`;
}

function writeElements(elements: XmlElements): string {
  return Object.entries(elements)
    .map(([name, content]) =>
      name === '#text' && typeof content === 'string' ? escapeText(content) : writeElement(name, content),
    )
    .join('');
}

/** Returns a whole document; every response but an error has S3's namespace. */
export function writeXml(root: string, elements: XmlElements): string {
  const namespace = root === 'Error' ? '' : ' xmlns="http://s3.amazonaws.com/doc/2006-03-01/"';
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root}${namespace}>${writeElements(elements)}</${root}>`;
}

const repeated = new Set(['Object', 'Part']);

const parser = new XMLParser({
  ignoreAttributes: true,
  ignoreDeclaration: true,
  parseTagValue: false,
  // Keys may begin or end with a space.
  trimValues: false,
  removeNSPrefix: true,
  htmlEntities: true,
  isArray: (name) => repeated.has(name),
});

function parseDocument(text: string): unknown {
  try {
    return parser.parse(text);
  } catch {
    // The parser refuses input that could reach prototypes or exhaust memory.
    throw new S3Error('MalformedXML');
  }
}

/**
 * Parses a request document with the root element `root`; values stay text, `Object` and `Part` are always lists.
 * @throws S3Error MalformedXML
 */
export function parseXml(text: string, root: string): Record<string, unknown> {
  // No valid request has a document type; refusing it excludes entity definitions.
  if (/<!DOCTYPE/i.test(text) || XMLValidator.validate(text) !== true) throw new S3Error('MalformedXML');
  const document = parseDocument(text);
  const content = isRecord(document) ? document[root] : undefined;
  if (!isRecord(content)) throw new S3Error('MalformedXML');
  return content;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
