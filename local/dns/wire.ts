/** The part of DNS's wire format (RFC 1035 §4) that a resolver needs for one question. */

export const TYPES = { A: 1, CNAME: 5, TXT: 16, AAAA: 28, CAA: 257 } as const;
export type RecordType = keyof typeof TYPES;

export interface DnsRecord {
  name: string;
  type: RecordType;
  /** Value as it is typed into a registrar's form; of a CAA record the issuer. */
  value: string;
}

export interface Question {
  id: number;
  name: string;
  type: number;
  /** The question's bytes, which the answer repeats. */
  bytes: Buffer;
}

const HEADER_BYTES = 12;
/** A response, recursion desired and available, no error. */
const FLAGS = 0x8180;
const TTL_S = 1;

/** Returns the question of a query; null for a malformed one, or several questions. */
export function readQuestion(query: Buffer): Question | null {
  if (query.length < HEADER_BYTES || query.readUInt16BE(4) !== 1) return null;
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (;;) {
    const length = query[at];
    // A compressed name cannot stand in the first question.
    if (length === undefined || length > 63 || at + length + 5 > query.length) return null;
    at += 1;
    if (length === 0) break;
    labels.push(query.toString('latin1', at, at + length));
    at += length;
  }
  return {
    id: query.readUInt16BE(0),
    name: labels.join('.').toLowerCase(),
    type: query.readUInt16BE(at),
    bytes: query.subarray(HEADER_BYTES, at + 4),
  };
}

export function writeAnswer({ id, bytes }: Question, records: readonly DnsRecord[]): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  for (const [index, value] of [id, FLAGS, 1, records.length].entries()) header.writeUInt16BE(value, index * 2);
  return Buffer.concat([header, bytes, ...records.map(writeRecord)]);
}

function writeRecord({ name, type, value }: DnsRecord): Buffer {
  const data = writeData(type, value);
  const fields = Buffer.alloc(10);
  fields.writeUInt16BE(TYPES[type], 0);
  fields.writeUInt16BE(1, 2);
  fields.writeUInt32BE(TTL_S, 4);
  fields.writeUInt16BE(data.length, 8);
  return Buffer.concat([writeName(name), fields, data]);
}

function writeData(type: RecordType, value: string): Buffer {
  if (type === 'A') return Buffer.from(value.split('.').map(Number));
  if (type === 'CNAME') return writeName(value);
  if (type === 'TXT') return writeText(value);
  if (type === 'CAA') return Buffer.concat([Buffer.from([0]), writeText('issue'), Buffer.from(value, 'latin1')]);
  return writeAddress(value);
}

function writeName(name: string): Buffer {
  return Buffer.concat([...name.split('.').map(writeText), Buffer.from([0])]);
}

/** A character string: its length, and at most 255 bytes. */
function writeText(text: string): Buffer {
  const bytes = Buffer.from(text, 'latin1').subarray(0, 255);
  return Buffer.concat([Buffer.from([bytes.length]), bytes]);
}

/** An IPv6 address, `::` filled with zeros. */
function writeAddress(value: string): Buffer {
  const [head = '', tail] = value.split('::');
  const groups = (text: string | undefined) => (text ? text.split(':') : []);
  const [before, after] = [groups(head), groups(tail)];
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  const bytes = Buffer.alloc(16);
  for (const [index, group] of [...before, ...zeros, ...after].slice(0, 8).entries())
    bytes.writeUInt16BE(Number.parseInt(group, 16) & 0xffff, index * 2);
  return bytes;
}
