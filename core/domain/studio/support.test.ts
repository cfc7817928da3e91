import { expect, test } from 'vitest';
import { toldVisit } from './support.ts';

const short = { id: 'a', since: 1, until: 10 };
const long = { id: 'b', since: 2, until: 20 };

test('tells owners of the visit that lasts longest, until it is over', () => {
  const visits = [short, long];
  expect(toldVisit({ visits, role: 'owner' }, 9)).toBe(long);
  expect(toldVisit({ visits: [long, short], role: 'owner' }, 9)).toBe(long);
  expect(toldVisit({ visits, role: 'owner' }, 20)).toBeNull();
});

test('tells no other member, and not the visitor', () => {
  expect(toldVisit({ visits: [long], role: 'admin' }, 5)).toBeNull();
  expect(toldVisit({ visits: [long], role: 'support' }, 5)).toBeNull();
});
