import { decodeText } from './decode-text.ts';
import { parseCsv } from './parse-csv.ts';
import { isVcard, parseVcards } from './parse-vcards.ts';
import { MAX_FILE_BYTES, type ContactTable, type FileProblem } from './contact-table.ts';

export type ContactsResult = { ok: true; table: ContactTable } | { ok: false; code: FileProblem };

/** For <input accept>. Phones name vCards in several ways. What a file is, is told by what is in it. */
export const ACCEPTED_FILE_TYPES =
  '.csv,.tsv,.txt,.vcf,.vcard,text/csv,text/tab-separated-values,text/vcard,text/x-vcard';

/** The contacts of a file that somebody chose. Nothing of a file that is too large is read. */
export async function readContacts(file: Blob): Promise<ContactsResult> {
  if (file.size > MAX_FILE_BYTES) return { ok: false, code: 'too_large' };
  const decoded = decodeText(new Uint8Array(await file.arrayBuffer()));
  if (!decoded.ok) return decoded;
  return isVcard(decoded.text) ? parseVcards(decoded.text) : parseCsv(decoded.text);
}
