import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invoiceLines } from '#functions/plans/charge-statement.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { killStatements } from '../support/statement-kills.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database?.drop());

it('a month is charged by one invoice, whatever interrupts it', async () => {
  const { kills, restores, faults } = await killStatements(
    database,
    Array.from({ length: 12 }, (_, index) => index + 1),
  );
  expect(faults).toEqual([]);
  expect([kills > 20, restores > 2]).toEqual([true, true]);
});

describe('the lines of an invoice', () => {
  it('have no negative amounts, and the statement’s sum', () => {
    const lines = [
      { kind: 'stored', amount: 400 },
      { kind: 'downloaded', amount: 300 },
      { kind: 'cap', amount: -150 },
      { kind: 'credit', amount: -300 },
    ] as const;
    expect(invoiceLines(lines)).toEqual([{ kind: 'downloaded', amount: 250 }]);
    expect(invoiceLines(lines.slice(0, 3))).toEqual([
      { kind: 'stored', amount: 250 },
      { kind: 'downloaded', amount: 300 },
    ]);
  });
});
