import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { customerFields } from '#core/domain/clients/customers.ts';
import { LANGUAGES } from '#core/domain/values/languages.ts';
import { rounds } from '../support/long.ts';
import type { CustomerFields } from '#core/domain/clients/customers.ts';
import { customersCsv, customersVcard } from '#web/features/customers/use-customer-export.ts';
import { previewImport } from '#web/features/imports/files/preview-import.ts';
import { readContacts } from '#web/features/imports/files/read-contacts.ts';

const HARD = [
  '=',
  '+',
  '-',
  '@',
  "'",
  '"',
  ',',
  ';',
  ':',
  '\\',
  '\\n',
  '|',
  '\t',
  'ñ',
  '·',
  '🐦',
  '日',
  ' ',
  'a',
  'Z',
  '7',
];

/** Arbitrary text with many characters that are special in one of the formats. */
const words = (maxLength: number, extra: string[] = []) =>
  fc
    .array(fc.oneof(fc.constantFrom(...HARD, ...extra), fc.string({ unit: 'grapheme', maxLength: 3 })), {
      maxLength: 60,
    })
    // A vCard has neither controls nor other ends of a line than the line feed.
    .map((parts) =>
      parts
        .join('')
        .replaceAll(/(?![\n\t])[\p{Cc}\p{Zl}\p{Zp}]/gu, '')
        .slice(0, maxLength)
        .toWellFormed()
        .trim(),
    )
    .filter((text) => !text.includes(':::') && !text.startsWith('* '));
/** One line, without the characters and links that names refuse. */
const line = (maxLength: number) =>
  words(maxLength)
    .map((text) => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu, ' ').trim())
    .filter((text) => !/:\/\/|www\./i.test(text));

const customer: fc.Arbitrary<CustomerFields> = fc.record({
  name: line(120).filter(Boolean),
  email: fc.oneof(
    fc.constant(''),
    fc.nat().map((number) => `a${number}@example.org`),
  ),
  phone: fc.oneof(line(40), fc.constantFrom('+34 600 000 000', '0034-600')),
  address: words(1000, ['\n']),
  taxId: line(60),
  notes: words(2000, ['\n', 'x'.repeat(80)]),
  language: fc.constantFrom(null, ...LANGUAGES),
  tags: fc.uniqueArray(line(40).filter(Boolean), { maxLength: 5, selector: (tag) => tag.toLowerCase() }),
});
const customers = fc.uniqueArray(customer, { minLength: 1, maxLength: 5, selector: ({ email }) => email || {} });

async function imported(text: string) {
  const read = await readContacts(new Blob([text]));
  if (!read.ok) return read;
  return previewImport(read.table, read.table.mapping, []).map((row) => (row.state === 'ok' ? row.fields : row));
}

/** Drops empty fields, since an import leaves them out. */
function filled(source: readonly CustomerFields[]) {
  const isSaid = (value: unknown) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
  return source.map((one) =>
    Object.fromEntries(Object.entries(customerFields.parse(one)).filter(([, value]) => isSaid(value))),
  );
}

async function expectSame(exported: (customers: readonly CustomerFields[]) => string) {
  const property = fc.asyncProperty(customers, async (list) => {
    expect(await imported(exported(list))).toEqual(filled(list));
  });
  await fc.assert(property, { numRuns: rounds(100, 1000) });
}

describe('re-importing an export returns the same clients', () => {
  it('as CSV', async () => {
    await expectSame(customersCsv);
  });

  it('as vCard', async () => {
    await expectSame(customersVcard);
  });
});

const ana: CustomerFields = {
  name: 'Ana María López',
  email: 'ana@example.org',
  phone: '+34 600 000 000',
  address: 'Calle Mayor 3\n28013 Madrid',
  taxId: '12345678Z',
  notes: 'Boda; "en mayo", con perro',
  language: 'es',
  tags: ['boda', 'Madrid'],
};
const eva: CustomerFields = {
  ...ana,
  name: 'Eva',
  email: '',
  phone: '',
  address: '',
  taxId: '',
  notes: '',
  language: null,
  tags: [],
};

it('re-importing a CSV returns the second person of a client', async () => {
  const pau = { name: 'Pau', email: 'pau@example.org', phone: '611' };
  const [read] = (await imported(customersCsv([{ ...ana, contacts: [pau] }, eva]))) as object[];
  const second = { secondName: 'Pau', secondEmail: 'pau@example.org', secondPhone: '611' };
  expect(read).toMatchObject({ name: 'Ana María López', ...second });
});

describe('an exported file', () => {
  it('has each further person of a client: columns in CSV, a card of their own as vCard', () => {
    const pau = { name: 'Pau', email: 'pau@example.org', phone: '611' };
    const [header, first, second] = customersCsv([eva, { ...eva, contacts: [pau] }]).split('\r\n');
    expect(header).toMatch(/,Tax ID,Person 2,Person 2 - E-mail,Person 2 - Phone$/);
    expect([first, second]).toEqual(['Eva,,,,,,,,,,', 'Eva,,,,,,,,Pau,pau@example.org,611']);
    const names = customersVcard([{ ...eva, contacts: [pau] }, ana]).match(/^FN:.*(?=\r$)/gm);
    expect(names).toEqual(['FN:Eva', 'FN:Pau', 'FN:Ana María López']);
  });

  it('has Google’s headers and no formulas', () => {
    expect(customersCsv([ana, eva])).toBe(
      [
        '\ufeffFirst Name,E-mail 1 - Value,Phone 1 - Value,Address 1 - Formatted,Notes,Labels,Language,Tax ID',
        `Ana María López,ana@example.org,+34 600 000 000,"Calle Mayor 3\n28013 Madrid","Boda; ""en mayo"", con perro",boda ::: Madrid,es,12345678Z`,
        'Eva,,,,,,,',
        '',
      ].join('\r\n'),
    );
  });

  it('is vCard without characters that end a line for some readers', () => {
    const notes = 'one\vtwo\fthree\u0085four\u2028five\u2029six\0\u001b\u0080\tend';
    const text = customersVcard([{ ...eva, notes, tags: ['a\u2028END:VCARD'] }]);
    expect(text).toContain(String.raw`NOTE:one\ntwo\nthree\nfour\nfive\nsix` + '\tend\r\n');
    expect(text).toContain(String.raw`CATEGORIES:a\nEND:VCARD`);
  });

  it('counts the leading space of a folded line', () => {
    const lines = customersVcard([{ ...eva, notes: 'x'.repeat(160) }]).split('\r\n');
    expect(lines.slice(4, 7)).toEqual([`NOTE:${'x'.repeat(70)}`, ` ${'x'.repeat(74)}`, ` ${'x'.repeat(16)}`]);
  });

  it('is vCard 3.0 with lines of at most 75 bytes', () => {
    const text = customersVcard([{ ...ana, notes: 'ñ'.repeat(60) }, eva]);
    expect(text.split('\r\n')).toEqual([
      'BEGIN:VCARD',
      'VERSION:3.0',
      'N:;Ana María López;;;',
      'FN:Ana María López',
      'EMAIL;TYPE=INTERNET:ana@example.org',
      'TEL;TYPE=CELL:+34 600 000 000',
      String.raw`ADR;TYPE=HOME:;;Calle Mayor 3\n28013 Madrid;;;;`,
      'CATEGORIES:boda,Madrid',
      'X-LANGUAGE:es',
      'X-TAX-ID:12345678Z',
      `NOTE:${'ñ'.repeat(35)}`,
      ` ${'ñ'.repeat(25)}`,
      'END:VCARD',
      'BEGIN:VCARD',
      'VERSION:3.0',
      'N:;Eva;;;',
      'FN:Eva',
      'END:VCARD',
      '',
    ]);
  });
});
