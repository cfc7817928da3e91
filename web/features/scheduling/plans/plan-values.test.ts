import { describe, expect, it } from 'vitest';
import { newSchedulePlan } from '#core/domain/slots/schedule-plans.ts';
import { emptyPlan, planForm, toPlanValues } from './plan-values.ts';

const zone = 'Europe/Madrid';
const form = planForm(zone);
const good = emptyPlan('2026-11-24', 'Winter');
const id = 'a'.repeat(20);
const row = { id, accountId: id, authorId: id, sessionTypeId: id, isActive: true, createdAt: 0, updatedAt: 0 };

describe('plan form', () => {
  it('converts values for the mutators, with days and times sorted', () => {
    const timeSlots = [
      { start: '16:00', end: '00:00' },
      { start: '09:00', end: '13:00' },
    ];
    const fields = form.parse({ ...good, daysOfWeek: [6, 1], timeSlots, endDate: '2027-03-28' });
    expect(fields).toMatchObject({
      startDate: Date.parse('2026-11-24T00:00:00+01:00'),
      endDate: Date.parse('2027-03-28T00:00:00+01:00'),
      daysOfWeek: [1, 6],
      timeSlots: [
        { start: '09:00', end: '13:00' },
        { start: '16:00', end: '24:00' },
      ],
      maxBookingsPerDay: 1,
    });
    expect(newSchedulePlan.safeParse({ id, sessionTypeId: id, ...fields }).success).toBe(true);
  });

  it('shows a stored plan and reads it back unchanged', () => {
    const fields = form.parse({ ...good, timeSlots: [{ start: '20:00', end: '00:00' }], bufferTime: '15' });
    const shown = toPlanValues({ ...row, ...fields } as never, zone);
    expect(shown).toMatchObject({
      startDate: '2026-11-24',
      endDate: '',
      timeSlots: [{ start: '20:00', end: '00:00' }],
    });
    expect(form.parse(shown)).toEqual(fields);
  });

  it('accepts and shows a window across midnight', () => {
    const night = { timeSlots: [{ start: '22:00', end: '02:00' }] };
    const fields = form.parse({ ...good, ...night });
    expect(fields).toMatchObject(night);
    expect(toPlanValues({ ...row, ...fields } as never, zone)).toMatchObject(night);
  });

  it.each([
    ['name', { name: ' ' }],
    ['startDate', { startDate: '' }],
    ['endDate', { endDate: '2026-11-23' }],
    ['daysOfWeek', { daysOfWeek: [] }],
    ['timeSlots', { timeSlots: [] }],
    ['timeSlots', { timeSlots: [{ start: '', end: '' }] }],
    ['timeSlots', { timeSlots: [{ start: '13:00', end: '09:00' }] }],
    [
      'timeSlots',
      {
        timeSlots: [
          { start: '09:00', end: '12:00' },
          { start: '11:00', end: '13:00' },
        ],
      },
    ],
    ['maxBookingsPerDay', { maxBookingsPerDay: '0' }],
    ['bufferTime', { bufferTime: '' }],
  ])('reports %s as invalid in %j', (field, changes) => {
    const { error } = form.safeParse({ ...good, ...changes });
    expect([...new Set(error?.issues.map(({ path }) => path[0]))]).toEqual([field]);
  });
});
