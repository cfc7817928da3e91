import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { S3Error } from './errors.ts';

export interface XmlElements {
  readonly [name: string]: XmlContent;
}

/** An array repeats its element; `undefined` leaves it out. */
export type XmlContent = string | number | boolean | undefined | XmlElements | readonly (string | XmlElements)[];

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Control characters become references: a raw carriage return would be read back as a line feed. */
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
    .map(([name, content]) => writeElement(name, content))
    .join('');
}

/** A whole document; every answer but an error carries S3's namespace. */
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
    // The parser refuses what could reach prototypes or exhaust memory.
    throw new S3Error('MalformedXML');
  }
}

/**
 * Reads a request document whose root must be `root`; values stay text, `Object` and `Part` are always lists.
 * @throws S3Error MalformedXML
 */
export function parseXml(text: string, root: string): Record<string, unknown> {
  // No request has a document type; refusing it keeps entity definitions out.
  if (/<!DOCTYPE/i.test(text) || XMLValidator.validate(text) !== true) throw new S3Error('MalformedXML');
  const document = parseDocument(text);
  const content = isRecord(document) ? document[root] : undefined;
  if (!isRecord(content)) throw new S3Error('MalformedXML');
  return content;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
