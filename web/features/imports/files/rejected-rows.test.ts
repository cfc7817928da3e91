import { expect, it } from 'vitest';
import { parseCsv } from './read-contacts.ts';
import { previewImport } from './preview-import.ts';
import { rejectedRowsCsv } from './rejected-rows.ts';

const texts = {
  reasons: 'What is wrong',
  reason: ({ field, code }: { field: string; code: string }) => `${field}: ${code}.`,
};

function badOf(csv: string) {
  const parsed = parseCsv(csv);
  if (!parsed.ok) throw new Error(parsed.code);
  const { table } = parsed;
  return rejectedRowsCsv(table, table.mapping, previewImport(table, table.mapping, []), texts);
}

it('contains the rejected rows and their reasons', () => {
  expect(badOf('Name,Email,Own\r\nAna,ana@example.org,1\r\n"Eva, M.",eva@,2\r\n')).toBe(
    '\ufeffName,Email,Own,What is wrong\r\n"Eva, M.",eva@,2,email: invalid_format.\r\n',
  );
});

it('contains no formulas', () => {
  expect(badOf('Name,Email\r\n=1+1,@x\r\n')).toBe(
    "\ufeffName,Email,What is wrong\r\n'=1+1,'@x,email: invalid_format.\r\n",
  );
});

it('can be corrected and imported, also without headers', () => {
  const bad = badOf('Ana,ana@example.org\r\nEva,eva@\r\n');
  expect(bad).toBe('\ufeffname,email,What is wrong\r\nEva,eva@,email: invalid_format.\r\n');
  const again = parseCsv(bad.replace('eva@', 'eva@example.org'));
  expect(again).toMatchObject({ ok: true, table: { mapping: ['name', 'email', null] } });
});
