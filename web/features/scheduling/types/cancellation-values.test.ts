import { expect, it } from 'vitest';
import type { CancellationRule } from '#core/domain/payments/cancellation.ts';
import { cancellationForm, type CancellationValues, toCancellationValues } from './cancellation-values.ts';

const read = (values: CancellationValues) => cancellationForm.safeParse(values);

it.each<[string, CancellationRule | null, string]>([
  ['no rule', null, 'none'],
  [
    'a deposit that is kept from two days on',
    { windows: [{ hours: 48, keeps: 'deposit' }], isAutomatic: true },
    'deposit',
  ],
  ['a deposit that is never returned', { windows: [{ hours: null, keeps: 'deposit' }], isAutomatic: false }, 'deposit'],
  [
    'percentages in days and hours',
    {
      windows: [
        { hours: 720, keeps: 50 },
        { hours: 36, keeps: 'deposit' },
        { hours: 24, keeps: 100 },
      ],
      isAutomatic: false,
    },
    'steps',
  ],
])('keeps %s', (_what, rule, kind) => {
  const values = toCancellationValues(rule);
  expect(values.kind).toBe(kind);
  expect(read(values).data).toEqual(rule);
});

it.each<[string, Partial<CancellationValues['steps'][number]>]>([
  ['a later window first', { time: '40' }],
  ['no percentage', { percent: '' }],
  ['too much of the price', { percent: '101' }],
  ['half a day', { time: '0.51' }],
  ['a word', { time: 'two' }],
])('refuses %s', (_what, change) => {
  const values = { ...toCancellationValues(null), kind: 'steps' as const };
  const steps = [values.steps[0]!, { ...values.steps[1]!, ...change }];
  expect(read({ ...values, steps }).error?.issues[0]?.path).toEqual(['steps']);
});
