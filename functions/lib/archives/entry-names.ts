/** Bytes of one name: file systems allow 255, and programs that unpack or copy add to it. */
const MAX_NAME_BYTES = 200;

/** Control characters and line ends; what separates paths, or is refused by Windows. */
const FORBIDDEN = /[\p{Cc}\p{Zl}\p{Zp}/\\:*?"<>|]/gu;
/** They turn what follows around, so that `gpj.exe` reads `exe.jpg`; text in Arabic or Hebrew needs none of them. */
const INVISIBLE = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;
/** Devices of Windows, with any extension (https://learn.microsoft.com/windows/win32/fileio/naming-a-file). */
const RESERVED_DEVICE_NAMES = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:\.|$)/i;

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });
const bytesOf = (text: string) => Buffer.byteLength(text, 'utf8');

/**
 * A name as every system can write it: of one path's element, neither hidden nor an option of a command, in composed
 * letters and at most 200 bytes long. The extension stays.
 */
export function sanitizeName(name: string, fallback: string): string {
  const plain = name
    .toWellFormed()
    .normalize('NFC')
    .replace(INVISIBLE, '')
    .replace(FORBIDDEN, '_')
    .replace(/^\s+|[\s.]+$/g, '')
    .replace(/^[.-]/, '_');
  const named = plain || fallback;
  return truncateName(RESERVED_DEVICE_NAMES.test(named) ? `_${named}` : named, '');
}

/** With `suffix` before the extension, and cut before it where the whole is too long; never through a letter. */
function truncateName(name: string, suffix: string): string {
  const [stem, extension] = splitExtension(name);
  const room = MAX_NAME_BYTES - bytesOf(suffix + extension);
  if (bytesOf(stem) <= room) return stem + suffix + extension;
  let kept = '';
  for (const { segment } of letters.segment(stem)) {
    if (bytesOf(kept + segment) > room) break;
    kept += segment;
  }
  return kept.trimEnd() + suffix + extension;
}

function splitExtension(name: string): [stem: string, extension: string] {
  const [, stem = name, extension = ''] = /^(.+?)(\.[^.\s]{1,10})?$/su.exec(name) ?? [];
  return [stem, extension];
}

/** The names of one folder. */
export class UniqueNames {
  readonly #taken = new Set<string>();
  /** The number that a name's next double gets. */
  readonly #doubles = new Map<string, number>();

  /** The name, or with ` (2)` and so on if there is one already that some system takes for the same. */
  unique(name: string): string {
    const wanted = comparable(name);
    let given = name;
    let number = this.#doubles.get(wanted) ?? 2;
    while (this.#taken.has(comparable(given))) given = truncateName(name, ` (${number++})`);
    this.#doubles.set(wanted, number);
    this.#taken.add(comparable(given));
    return given;
  }
}

/** Windows and macOS tell neither capitals from small letters nor composed from decomposed ones. */
function comparable(name: string): string {
  return name.normalize('NFKC').toUpperCase();
}
