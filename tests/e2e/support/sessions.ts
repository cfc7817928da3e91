import { suggestSteps } from '#core/domain/sessions/automation-suggestions.ts';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { insertCustomer, insertRow, newId, type Row } from '../../support/rows.ts';
import { database } from './database.ts';
import type { Photographer } from './photographer.ts';

const author = ({ account, session }: Photographer) => ({ account_id: account.id, author_id: session.user.id });

export const makeCustomer = (studio: Photographer, values: Row = {}): Promise<string> =>
  insertCustomer(database(), studio.account.id, values);

/**
 * Inserts a session of the studio, tomorrow by default.
 * @returns its id
 */
export async function makeSession(studio: Photographer, customerId: string, values: Row = {}): Promise<string> {
  const id = newId();
  const date = new Date(Date.now() + DAY_MS);
  await insertRow(database(), 'sessions', { id, ...author(studio), customer_id: customerId, date, ...values });
  return id;
}

/** Inserts the suggested steps of a session type. */
export async function makeSteps(studio: Photographer, sessionTypeId: string): Promise<void> {
  for (const [position, { timing, content }] of suggestSteps('en').entries()) {
    const { anchor, offsetUnit: offset_unit, offsetAmount: offset_amount, timeOfDay: time_of_day } = timing;
    const when = { anchor, offset_unit, offset_amount, time_of_day };
    const step = { id: newId(), ...author(studio), session_type_id: sessionTypeId, position, ...when, ...content };
    await insertRow(database(), 'automation_steps', step);
  }
}

/**
 * Inserts a session type of the studio with its price.
 * @returns its id
 */
export async function makeType(
  studio: Photographer,
  values: Row = {},
  price = 18_000,
  deposit = 6_000,
): Promise<string> {
  const id = newId();
  await insertRow(database(), 'session_types', { id, ...author(studio), name: 'Portrait', duration: 90, ...values });
  await insertRow(database(), 'session_type_prices', { session_type_id: id, ...author(studio), price, deposit });
  return id;
}
