import { expect, it } from 'vitest';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { localDate } from '#core/domain/values/time.ts';
import { DEMO_GALLERIES, DEMO_STUDIO } from './content.ts';
import { DEMO_SESSIONS } from './sessions-content.ts';

const dayOf = (days: number) => localDate(Date.now() + days * DAY_MS, DEMO_STUDIO.timeZone!);
const shotOn = (key: string) =>
  DEMO_GALLERIES.find((gallery) => gallery.key === key)!
    .photographs[0]!.takenAt.slice(0, 10)
    .replaceAll(':', '-');

it('publishes galleries after their shoot', () => {
  for (const { key, status, delivered } of DEMO_GALLERIES) {
    expect([key, delivered === undefined]).toEqual([key, status === 'draft']);
    if (delivered === undefined) continue;
    expect([key, delivered < 0 && shotOn(key) < dayOf(delivered)]).toEqual([key, true]);
  }
});

it('photographs galleries on the day of their session', () => {
  const withGallery = DEMO_SESSIONS.filter(({ gallery }) => gallery);
  expect(withGallery.map(({ key, gallery }) => [key, shotOn(gallery!)])).toEqual(
    withGallery.map(({ key, day }) => [key, dayOf(day)]),
  );
});

it('books sessions before they are held and paid, and has outcomes of past ones only', () => {
  for (const { key, day, status, booked, paid = [] } of DEMO_SESSIONS) {
    const isOver = ['completed', 'no_show', 'cancelled'].includes(status);
    const isInOrder = -booked < day && isOver === day < 0 && paid.every(([, ago]) => ago >= 0 && ago <= booked);
    expect([key, isInOrder]).toEqual([key, true]);
  }
});
