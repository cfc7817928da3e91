export interface VcardLine {
  /** In upper case, without its group: `item1.EMAIL` is `EMAIL`. */
  name: string;
  /** In lower case. `TEL;CELL` of vCard 2.1 and `TEL;TYPE=cell` are both `cell`. */
  types: readonly string[];
  /** Decoded, but still escaped. */
  value: string;
}

/** Binary properties are long and not imported. */
const BINARY = /^(PHOTO|LOGO|SOUND|KEY)$/;

/** Yields the lines of vCard 2.1, 3.0 and 4.0, unfolded and decoded. */
export function* vcardLines(text: string): Generator<VcardLine> {
  for (const line of unfolded(text)) {
    const head = headOf(line);
    if (!head) continue;
    const [property = '', ...params] = head.parts;
    const name = property
      .slice(property.lastIndexOf('.') + 1)
      .trim()
      .toUpperCase();
    if (BINARY.test(name)) continue;
    yield { name, types: typesOf(params), value: decoded(line.slice(head.end + 1), params) };
  }
}

function* unfolded(text: string): Generator<string> {
  let parts: string[] = [];
  let isQuoted = false;
  for (const line of text.replaceAll(/\r\n?/g, '\n').split('\n')) {
    const last = parts.at(-1);
    if (isQuoted && last?.endsWith('=')) {
      // vCard 2.1 breaks quoted-printable lines with an equals sign at the end and no space at the start.
      parts[parts.length - 1] = last.slice(0, -1);
      parts.push(line);
    } else if (last !== undefined && /^[ \t]/.test(line)) {
      parts.push(line.slice(1));
    } else {
      if (parts.length > 0) yield parts.join('');
      parts = [line];
      isQuoted = /^[^:]*[;=]QUOTED-PRINTABLE[;:]/i.test(line);
    }
  }
  if (parts.length > 0) yield parts.join('');
}

/**
 * Returns the property and its parameters, up to the first colon outside quotes: `TEL;TYPE="a:b":1`. Null for a line
 * without a colon. A loop instead of a regular expression, which could backtrack for minutes.
 */
function headOf(line: string): { parts: string[]; end: number } | null {
  const parts: string[] = [];
  let from = 0;
  let isInQuotes = false;
  for (let at = 0; at < line.length; at += 1) {
    const sign = line[at];
    if (sign === '"') isInQuotes = !isInQuotes;
    if (isInQuotes || (sign !== ';' && sign !== ':')) continue;
    parts.push(line.slice(from, at));
    from = at + 1;
    if (sign === ':') return { parts, end: at };
  }
  return null;
}

function paramOf(params: readonly string[], name: string): string | undefined {
  const found = params.find((param) => param.toUpperCase().startsWith(`${name}=`));
  return found?.slice(name.length + 1).replaceAll('"', '');
}

function typesOf(params: readonly string[]): string[] {
  return params.flatMap((param) => {
    const [key = '', value] = param.toLowerCase().replaceAll('"', '').split('=', 2);
    if (value === undefined) return key;
    if (key === 'pref') return 'pref';
    return key === 'type' ? value.split(',') : [];
  });
}

function decoded(value: string, params: readonly string[]): string {
  const encoding = paramOf(params, 'ENCODING') ?? params.find((param) => /^quoted-printable$/i.test(param));
  if (encoding?.toUpperCase() !== 'QUOTED-PRINTABLE') return value;
  const encoded = new TextEncoder().encode(value);
  const bytes: number[] = [];
  for (let at = 0; at < encoded.length; at += 1) {
    const hex =
      encoded[at] === 0x3d ? /^[\da-f]{2}/i.exec(String.fromCharCode(...encoded.subarray(at + 1, at + 3))) : null;
    bytes.push(hex ? Number.parseInt(hex[0], 16) : encoded[at]!);
    if (hex) at += 2;
  }
  return decoderFor(paramOf(params, 'CHARSET')).decode(new Uint8Array(bytes)).replaceAll(/\r\n?/g, '\n');
}

function decoderFor(charset = 'utf-8'): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}
