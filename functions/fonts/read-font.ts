import { fontLicence, fontText, type FontFacts, REQUIRED_CHARACTERS } from '#core/domain/branding/fonts.ts';
import { measureFont, openFont } from './harfbuzz.ts';
import { checkTables, detectFontType, FontError, type FontType, unpackWoff } from './sfnt.ts';
import { rewriteFont } from './subset.ts';
import { packWoff2, unpackWoff2 } from './woff2.ts';

export interface ReadFont {
  type: FontType;
  facts: FontFacts;
  /** The rewritten font, as WOFF2. */
  woff2: Buffer;
}

type Face = ReturnType<typeof openFont>;

/** Reads an untrusted file and rewrites its font. @throws FontError */
export async function readFont(bytes: Buffer): Promise<ReadFont> {
  const type = detectFontType(bytes);
  const sfnt = type === 'woff2' ? await unpackWoff2(bytes) : type === 'woff' ? unpackWoff(bytes) : bytes;
  checkTables(sfnt);
  const face = openFont(sfnt);
  assertEmbeddable(face);
  const rewritten = rewriteFont(sfnt);
  checkTables(rewritten);
  // Nothing may be lost: what HarfBuzz cannot read, it leaves out.
  const characters = charactersOf(openFont(rewritten));
  if (characters.size !== charactersOf(face).size) throw new FontError('corrupt');
  return { type, facts: readFacts(face, characters), woff2: await packWoff2(rewritten) };
}

/** Copies the result: it is a view of HarfBuzz's memory, which ends when the memory grows. */
const charactersOf = (face: Face): ReadonlySet<number> => new Set(face.collectUnicodes());

/** OS/2 `fsType`, at byte 8: licence bits 1–3, of which the most permissive counts, and bit 9, bitmaps only. */
function assertEmbeddable(face: Face): void {
  const os2 = face.referenceTable('OS/2');
  if (!os2 || os2.length < 10) return;
  const fsType = (os2[8]! << 8) | os2[9]!;
  if ((fsType & 0xe) === 0x2 || (fsType & 0x200) !== 0) throw new FontError('font_not_embeddable');
}

/** Entries of the `name` table: copyright, family, licence, its address, typographic family. */
const NAMES = { copyright: 0, family: 1, licence: 13, licenceUrl: 14, typographicFamily: 16 } as const;

function readFacts(face: Face, characters: ReadonlySet<number>): FontFacts {
  const names = face.listNames();
  const name = (nameId: number) => {
    const found = names.filter((entry) => entry.nameId === nameId);
    const entry = found.find(({ language }) => language.startsWith('en')) ?? found[0];
    return entry ? face.getName(nameId, entry.language) : '';
  };
  const { wght } = face.getAxisInfos();
  const os2 = face.referenceTable('OS/2');
  const weight = os2 && os2.length >= 6 ? Math.min(1000, Math.max(1, (os2[4]! << 8) | os2[5]!)) : 400;
  // `macStyle` of `head`, bit 1.
  const isItalic = ((face.referenceTable('head')?.[45] ?? 0) & 2) !== 0;
  const licenceUrl = fontText(name(NAMES.licenceUrl), 500);
  return {
    family: fontText(name(NAMES.typographicFamily), 100) || fontText(name(NAMES.family), 100),
    metrics: measureFont(face, wght ? Math.min(wght.max, Math.max(wght.min, 400)) : null),
    weights: wght ? [Math.round(wght.min), Math.round(wght.max)] : [weight, weight],
    isItalic,
    copyright: fontText(name(NAMES.copyright), 1000),
    licence: fontLicence(name(NAMES.licence)),
    licenceUrl: /^https?:\/\//i.test(licenceUrl) ? licenceUrl : '',
    missing: Array.from(REQUIRED_CHARACTERS)
      .filter((character) => !characters.has(character.codePointAt(0)!))
      .join(''),
  };
}
