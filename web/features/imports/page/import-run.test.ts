import { expect, it } from 'vitest';
import { importProgress, customerSteps } from './import-run.ts';

it('splits a plan into steps of 200 rows with ids for the new clients', () => {
  const create = Array.from({ length: 401 }, (_, index) => ({ name: `Client ${index}` }));
  const update = [{ customerId: 'ada', changes: { phone: '600' } }];
  let made = 0;
  const steps = customerSteps({ create, update }, () => `id ${made++}`);
  expect(steps.map((step) => [step.create.length, step.fill.length])).toEqual([
    [200, 0],
    [200, 0],
    [1, 0],
    [0, 1],
  ]);
  expect(steps[2]?.create).toEqual([{ id: 'id 400', name: 'Client 400' }]);
  expect(steps[3]?.fill).toEqual([{ id: 'ada', fields: { phone: '600' } }]);
  const run = { steps, fileName: '', badRows: '', badCount: 0 };
  expect([0, 2, 4].map((next) => importProgress({ ...run, next }))).toEqual([
    { done: 0, total: 402 },
    { done: 400, total: 402 },
    { done: 402, total: 402 },
  ]);
});
