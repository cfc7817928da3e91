import { expect, it } from 'vitest';
import { weekdaysText, weekdayText } from './plan-labels.ts';

it('joins adjacent weekdays to ranges', () => {
  expect(weekdaysText([1, 2, 3, 4, 5], 'en')).toBe('Mon–Fri');
  expect(weekdaysText([1, 3, 4, 5, 7], 'en')).toBe('Mon, Wed–Fri, Sun');
  expect(weekdaysText([6, 7], 'en')).toBe('Sat, Sun');
  expect(weekdaysText([], 'en')).toBe('');
});

it('names a weekday in the given language', () => {
  expect(weekdayText(7, 'en', 'long')).toBe('Sunday');
  expect(weekdayText(1, 'ca', 'long')).toBe('dilluns');
});
