import { expect, it } from 'vitest';
import { type Announcement, presentAnnouncement } from './announcements.ts';

const one = (id: string, kind: Announcement['kind'], from = 0, until = 10): Announcement => ({
  id,
  kind,
  texts: { en: 'x', es: 'x', ca: 'x' },
  from,
  until,
});
const ALL = [one('news', 'info'), one('work', 'maintenance', 5), one('down', 'incident', 7, 9)];

it.each([
  [4, 'news'],
  [5, 'work'],
  [7, 'down'],
  [9, 'work'],
  [10, undefined],
])('at %d the most urgent is %s', (now, id) => {
  expect(presentAnnouncement(ALL, now)?.id).toBe(id);
});

it('only information can be dismissed', () => {
  expect(presentAnnouncement(ALL, 4, ['news'])).toBeNull();
  expect(presentAnnouncement(ALL, 7, ['news', 'down'])?.id).toBe('down');
});
