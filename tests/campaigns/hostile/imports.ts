import { randomUUID } from 'node:crypto';
import { makeId } from '#core/domain/values/ids.ts';
import { MAX_IMPORT_STEP } from '#core/domain/studio/imports.ts';
import { random as randomBytes } from '#functions/platform/auth/secrets.ts';
import { importPlan, previewImport } from '#web/features/imports/files/preview-import.ts';
import { readContacts } from '#web/features/imports/files/read-contacts.ts';
import type { Figure } from '../../bench/figure.ts';
import { type ApiStack, ZERO_API_KEY } from '../../support/api.ts';
import { makeStudio, type Studio } from '../../support/studio.ts';
import type { CampaignOptions } from '../campaign.ts';
import { type Bombs, type Gate, sendFiles } from './files.ts';
import type { Format } from './mutate.ts';
import { splitText } from './split.ts';
import { createZeroTables } from './mutations.ts';

/** Reads mutated address books as the browser does, and imports their clients. */
export async function mutateImports(api: ApiStack, options: CampaignOptions): Promise<Figure[]> {
  await createZeroTables(api);
  return sendFiles(importGate(api, await makeStudio(api)), options.isMiniature ? 30 : 1500, options);
}

const CSV = [
  'Name,Email,Phone,Notes,Tags\r\nAna Puig,ana@example.org,+34 600 000 001,"Says ""hello"", twice\nand more",boda ::: civil\r\nEva,eva@example.org,,,\r\n',
  'sep=;\nNombre;Apellidos;Correo electrónico;Dirección\nNúria;Serra;nuria@example.org;"C/ Major, 1"\n',
  '\ufeffFirst Name\tLast Name\tE-mail 1 - Value\tGroup Membership\nAda\tMoore\tada@example.org\t* myContacts\n',
];
const VCARD = [
  'BEGIN:VCARD\r\nVERSION:3.0\r\nN:Puig;Ana;;;\r\nFN:Ana Puig\r\nEMAIL;TYPE=INTERNET,HOME:ana@example.org\r\nTEL;TYPE=CELL:+34 600\r\n  000 001\r\nADR;TYPE=HOME:;;C/ Major 1;Girona;;17001;ES\r\nNOTE:line\\nbreak\\, comma\r\nCATEGORIES:boda,civil\r\nEND:VCARD\r\n',
  'BEGIN:VCARD\nVERSION:2.1\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Serra;N=C3=BAria=\n;;;\nEMAIL;PREF:nuria@example.org\nPHOTO;ENCODING=BASE64:AAAA\n\nEND:VCARD\n',
  'BEGIN:VCARD\nVERSION:4.0\nFN:Eva\nitem1.EMAIL;PREF=1:eva@example.org\nitem1.X-ABLabel:_$!<Work>!$_\nLANG:ca\nEND:VCARD\n',
];

function importGate(api: ApiStack, studio: Studio): Gate {
  const format = (name: string, texts: readonly string[], encoding: BufferEncoding = 'utf8'): Format => ({
    name,
    seeds: texts.map((text) => Buffer.from(text, encoding)),
    split: splitText,
  });
  const formats = [
    format('csv', CSV),
    format('vcard', VCARD),
    format(
      'csv16',
      CSV.map((text) => `\ufeff${text}`),
      'utf16le',
    ),
  ];
  return {
    name: 'imports',
    formats,
    bombs,
    good: formats[0]!.seeds[0]!,
    async send(bytes) {
      const read = await readContacts(new Blob([new Uint8Array(bytes)]));
      if (!read.ok) return read.code;
      const { table } = read;
      const preview = previewImport(table, table.mapping, []);
      const fields = importPlan(preview, 'fill').create;
      if (fields.length === 0) return 'no_valid_rows';
      const create = fields.slice(0, MAX_IMPORT_STEP).map((each) => ({ id: makeId(randomBytes), ...each }));
      return importStep(api, studio, { create, fill: [] });
    },
  };
}

/** Sends one step as zero-cache forwards it: what the browser accepted, the server must accept too. */
async function importStep(api: ApiStack, studio: Studio, args: object): Promise<string> {
  const [clientID, timestamp] = [randomUUID(), api.clock.now()];
  const mutation = {
    type: 'custom',
    id: 1,
    clientID,
    name: 'customers.importMany',
    args: [{ now: 0, ...args }],
    timestamp,
  };
  const body = { clientGroupID: clientID, mutations: [mutation], pushVersion: 1, timestamp, requestID: 'r' };
  const headers = { 'x-api-key': ZERO_API_KEY };
  const path = '/api/zero/mutate?schema=zero_0&appID=zero';
  const answer = await api.call('POST', path, { as: studio.owner, account: studio.id, channel: null, headers, body });
  const { mutations } = JSON.parse(answer.text) as { mutations?: { result: { error?: string; message?: string } }[] };
  const result = mutations?.[0]?.result;
  await api.db.pool.query('delete from customers where account_id = $1', [studio.id]);
  if (!result || result.error) throw new Error(`the server refuses what the browser shows as valid: ${answer.text}`);
  return 'accepted';
}

const MB = 1024 * 1024;
const text = (content: string) => () => Buffer.from(content);
const bombs: Bombs = {
  'csv of quotes': text('"'.repeat(4 * MB)),
  'csv of commas': text(`Name,Email\n${','.repeat(4 * MB)}`),
  'csv of line ends': text('\n'.repeat(4 * MB)),
  'csv of one cell': text(`Name\n"${'x'.repeat(4 * MB)}"`),
  'csv of half a million rows': text(`Name,Email\n${'a,b@c.de\n'.repeat(450_000)}`),
  'csv of opened quotes': text(`Name\n${'"a\n'.repeat(1_000_000)}`),
  'csv of spaces': text(`${' '.repeat(4 * MB)}x`),
  'csv of digits': text(`Name,Phone\nAna,${'1'.repeat(4 * MB)}`),
  'csv of one email': text(`Name,Email\nAna,${'a@'.repeat(2 * MB)}`),
  'csv of tags': text(`Name,Tags\nAna,"${'a,'.repeat(2 * MB)}"`),
  'csv of apostrophes': text(`Name\n${"'".repeat(4 * MB)}=`),
  'vcard of half a million cards': text('BEGIN:VCARD\nFN:A\nEND:VCARD\n'.repeat(150_000)),
  'vcard of folded lines': text(`BEGIN:VCARD\nFN:A\n${' b\n'.repeat(1_300_000)}END:VCARD\n`),
  'vcard of nested cards': text('BEGIN:VCARD\n'.repeat(300_000)),
  'vcard of parameters': text(`BEGIN:VCARD\nFN:A\nEMAIL${';TYPE=HOME'.repeat(400_000)}:a@b.de\nEND:VCARD\n`),
  'vcard of soft line breaks': text(`BEGIN:VCARD\nN;ENCODING=QUOTED-PRINTABLE:${'=\n'.repeat(2 * MB)}A\nEND:VCARD\n`),
  'vcard of backslashes': text(`BEGIN:VCARD\nFN:A\nNOTE:${'\\'.repeat(4 * MB)}\nEND:VCARD\n`),
  'vcard of semicolons': text(`BEGIN:VCARD\nN:${';'.repeat(4 * MB)}\nEND:VCARD\n`),
};
