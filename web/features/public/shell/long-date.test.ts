import { expect, it } from 'vitest';
import { longDate } from './long-date.ts';

const LATE = Date.UTC(2026, 8, 13, 23, 30);

it.each([
  ['en', 'Europe/Madrid', '14 September 2026'],
  ['es', 'Europe/Madrid', '14 de septiembre de 2026'],
  ['ca', 'Europe/Madrid', '14 de setembre del 2026'],
  ['en', 'America/New_York', '13 September 2026'],
])('%s, %s', (language, zone, text) => expect(longDate(LATE, language, zone)).toBe(text));
