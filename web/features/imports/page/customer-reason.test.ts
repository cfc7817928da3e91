import { expect, it } from 'vitest';
import { customerFields } from '#core/domain/clients/customers.ts';
import { customerReason } from './mapping-form.tsx';

const reasonsOf = (fields: object) => {
  const parsed = customerFields.partial().required({ name: true }).safeParse(fields);
  return parsed.error?.issues.map(({ path, code }) => customerReason({ field: path.join('.'), code }));
};

it.each([
  [{ name: 'www.anna.example' }, ['nameContent']],
  [{ name: 'Anna\nSolé' }, ['nameContent']],
  [{ name: '' }, ['name']],
  [{ name: 'a'.repeat(121) }, ['name']],
  [{ name: 'Anna', email: 'nobody' }, ['email']],
])('names why %j is refused', (fields, reasons) => {
  expect(reasonsOf(fields)).toEqual(reasons);
});
