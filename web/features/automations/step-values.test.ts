import { describe, expect, it } from 'vitest';
import { suggestSteps } from '#core/domain/sessions/automation-suggestions.ts';
import { EMPTY_STEP, stepForm, type StepValues, textFault, toStepValues } from './step-values.ts';

const task: StepValues = { ...EMPTY_STEP, kind: 'checklist', task: 'Pack the flash' };

describe('the form of a step', () => {
  it('keeps every suggestion as it is', () => {
    for (const step of suggestSteps('en')) expect(stepForm.parse(toStepValues(step))).toEqual(step);
  });

  it.each([
    [{}, { anchor: 'shoot', offsetUnit: 'days', offsetAmount: -3, timeOfDay: 600 }],
    [
      { side: 'day', time: '08:30' },
      { anchor: 'shoot', offsetUnit: 'days', offsetAmount: 0, timeOfDay: 510 },
    ],
    [
      { side: 'after', unit: 'hours', amount: '2' },
      { anchor: 'shoot', offsetUnit: 'hours', offsetAmount: 2 },
    ],
    [
      { side: 'booked', unit: 'hours', amount: '0' },
      { anchor: 'booked', offsetUnit: 'hours', offsetAmount: 0 },
    ],
  ] as const)('reads %j', (changes, timing) => {
    expect(stepForm.parse({ ...task, ...changes }).timing).toMatchObject(timing);
  });

  it.each([
    ['amount', { amount: '' }],
    ['amount', { amount: '0' }],
    ['amount', { amount: '1.5' }],
    ['amount', { side: 'delivered', amount: '0' }],
    ['amount', { unit: 'hours', amount: '169' }],
    ['time', { time: '' }],
    ['task', { task: ' ' }],
    ['questionnaireId', { kind: 'questionnaire' }],
    ['texts', { kind: 'mail' }],
    ['texts', { kind: 'mail', texts: { ...EMPTY_STEP.texts, en: { subject: 'Soon', body: '' } } }],
    ['texts', { kind: 'mail', texts: { ...EMPTY_STEP.texts, en: { subject: 'Soon', body: '{{price}}' } } }],
  ] as const)('reports %s as invalid in %j', (field, changes) => {
    const issues = stepForm.safeParse({ ...task, ...changes }).error?.issues;
    expect(issues?.map(({ path }) => path[0])).toEqual([field]);
  });

  it('names the fault of a text', () => {
    expect(textFault({ subject: ' ', body: '' })).toBeNull();
    expect(textFault({ subject: 'a', body: '' })).toBe('half');
    expect(textFault({ subject: 'x'.repeat(201), body: 'b' })).toBe('subjectLong');
    expect(textFault({ subject: 'a', body: '{{amount}}' })).toBe('unknownField');
  });
});
