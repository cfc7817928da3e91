import { expect, it } from 'vitest';
import { createFormat } from '#web/lib/format/format.ts';
import { weekdaysText, weekdayText } from './plan-labels.ts';

const formatIn = (language: string) => createFormat({ language, zone: 'UTC', currency: 'EUR', dateFormat: 'auto' });

it('joins adjacent weekdays to ranges', () => {
  expect(weekdaysText([1, 2, 3, 4, 5], formatIn('en'))).toBe('Mon–Fri');
  expect(weekdaysText([1, 3, 4, 5, 7], formatIn('en'))).toBe('Mon, Wed–Fri, Sun');
  expect(weekdaysText([6, 7], formatIn('en'))).toBe('Sat, Sun');
  expect(weekdaysText([], formatIn('en'))).toBe('');
});

it('names a weekday in the given language', () => {
  expect(weekdayText(7, formatIn('en'), 'long')).toBe('Sunday');
  expect(weekdayText(1, formatIn('ca'), 'long')).toBe('dilluns');
});
