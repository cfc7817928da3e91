import { BYTE_ORDER_MARK, type CsvFormat, csvRow } from '../values/csv.ts';

/** A photo as catalogues and editors know it. */
export interface NamedPhoto {
  id: string;
  filename: string;
  /** The name that it was first uploaded with; null for the same. */
  sourceFilename: string | null;
}

/** Returns the name that catalogues and editors know. */
export const sourceName = ({ sourceFilename, filename }: Omit<NamedPhoto, 'id'>): string => sourceFilename ?? filename;

/** Returns a file name without its extension: `IMG_1` of `IMG_1.CR3`. */
export function stemOf(name: string): string {
  const stem = name.replace(/\.[^.]*$/, '');
  return stem === '' ? name : stem;
}

const stemsOf = (photos: readonly NamedPhoto[]): string[] => [
  ...new Set(photos.map((photo) => stemOf(sourceName(photo)))),
];

/** Returns stems for Lightroom's text filter (Any searchable field, Contains): separated by commas. */
export const lightroomList = (photos: readonly NamedPhoto[]): string => stemsOf(photos).join(', ');

/** Returns stems for Capture One (Edit, Select By, Filename List): one a line. */
export const captureOneList = (photos: readonly NamedPhoto[]): string => stemsOf(photos).join('\n');

/** Returns file names, one a line. */
export const textList = (photos: readonly NamedPhoto[]): string =>
  photos.map((photo) => `${sourceName(photo)}\r\n`).join('');

/** A list of names that a search could not tell apart, as file names. */
export interface NameWarning {
  /** `shared`: several photos have one stem, as from two cameras; `prefix`: the first stem begins the others. */
  kind: 'shared' | 'prefix';
  names: string[];
}

/**
 * Returns the chosen photos that a search by name would mix up with others of the gallery. Searches ignore case, and
 * find `IMG_10` for `IMG_1`.
 * @param chosen ids
 */
export function ambiguousNames(photos: readonly NamedPhoto[], chosen: ReadonlySet<string>): NameWarning[] {
  const byStem = Map.groupBy(photos, (photo) => stemOf(sourceName(photo)).toLowerCase());
  const stems = [...byStem.keys()].sort(compare);
  const warnings: NameWarning[] = [];
  for (const [index, stem] of stems.entries()) {
    const same = byStem.get(stem)!;
    if (!same.some(({ id }) => chosen.has(id))) continue;
    if (same.length > 1) warnings.push({ kind: 'shared', names: same.map(sourceName) });
    // Sorted by code units, the stems that a stem begins follow it directly.
    const longer: NamedPhoto[] = [];
    for (let next = index + 1; stems[next]?.startsWith(stem); next++) longer.push(...byStem.get(stems[next]!)!);
    const wrong = longer.filter(({ id }) => !chosen.has(id));
    if (wrong.length > 0) warnings.push({ kind: 'prefix', names: [same[0]!, ...wrong].map(sourceName) });
  }
  return warnings;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** A row of the CSV: one person's opinion on one photo. Texts are in the reader's language. */
export interface PickRow {
  photo: NamedPhoto;
  person: string;
  state: string;
  rating: number;
  label: string;
  /** Numbers of the rounds that had the photo. */
  rounds: readonly number[];
  captured: string;
  comments: readonly string[];
}

/** Returns the opinions as CSV. */
export function picksCsv(headers: readonly string[], rows: readonly PickRow[], format: CsvFormat): string {
  const lines = rows.map(({ photo, person, state, rating, label, rounds, captured, comments }) =>
    csvRow(
      [
        photo.filename,
        sourceName(photo),
        person,
        state,
        rating,
        label,
        rounds.join(' '),
        captured,
        comments.join('\n'),
      ],
      format,
    ),
  );
  return BYTE_ORDER_MARK + csvRow(headers, format) + lines.join('');
}

/** The fields of a photo's sidecar. */
export interface Sidecar {
  photo: NamedPhoto;
  /** 1–5; 0 for none. */
  rating: number;
  keywords: readonly string[];
  /** Lightroom's name of a colour label, in the language of that Lightroom; null for none. */
  label: string | null;
}

/** Returns the XMP of a sidecar. */
export function xmp({ rating, keywords, label }: Omit<Sidecar, 'photo'>): string {
  const attributes = [
    rating > 0 ? `\n   xmp:Rating="${rating}"` : '',
    label === null ? '' : `\n   xmp:Label="${escapeXml(label)}"`,
  ].join('');
  const items = keywords.map((keyword) => `\n     <rdf:li>${escapeXml(keyword)}</rdf:li>`).join('');
  const subject =
    keywords.length > 0 ? `\n   <dc:subject>\n    <rdf:Bag>${items}\n    </rdf:Bag>\n   </dc:subject>` : '';
  return `<?xpacket begin="\u{feff}" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about=""
   xmlns:xmp="http://ns.adobe.com/xap/1.0/"
   xmlns:dc="http://purl.org/dc/elements/1.1/"${attributes}>${subject}
  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>
`;
}

/** Returns the files of a ZIP with sidecars: `IMG_1.xmp`, `IMG_1-2.xmp` for the second photo of that stem. */
export function sidecarFiles(sidecars: readonly Sidecar[]): Map<string, string> {
  const files = new Map<string, string>();
  // Windows and macOS ignore case.
  const taken = new Set<string>();
  for (const sidecar of sidecars) {
    const stem = stemOf(sourceName(sidecar.photo)).replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '-');
    let name = `${stem}.xmp`;
    for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${stem}-${number}.xmp`;
    taken.add(name.toLowerCase());
    files.set(name, xmp(sidecar));
  }
  return files;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** XML 1.0 has no control characters, not even escaped. */
const escapeXml = (text: string): string =>
  text.replaceAll(/\p{Cc}/gu, ' ').replaceAll(/[&<>"]/g, (character) => ENTITIES[character]!);
