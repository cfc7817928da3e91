import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#core/domain/values/durations.ts';
import { markEffectDue } from './effect-scope.ts';
import { withOutboxTrigger } from './queues.ts';

const NOW = 1_000_000;
let delays: number[];
const services = { clock: () => NOW, triggerOutbox: async (delay: number) => void delays.push(delay) };
beforeEach(() => (delays = []));

describe('work that enqueues effects', () => {
  it('triggers the outbox once, after the work and before its result', async () => {
    const result = await withOutboxTrigger(services, async () => {
      markEffectDue(NOW);
      await turn();
      markEffectDue(NOW - 5);
      expect(delays).toEqual([]);
      return 'done';
    });
    expect(result).toBe('done');
    expect(delays).toEqual([0]);
  });

  it('triggers for the earliest effect, in whole seconds, and leaves effects a minute away to the schedule', async () => {
    await withOutboxTrigger(services, async () => [NOW + 30_000, NOW + 2_001].forEach(markEffectDue));
    await withOutboxTrigger(services, async () => markEffectDue(NOW + MINUTE_MS));
    expect(delays).toEqual([3]);
  });

  it('triggers even if the work fails afterwards', async () => {
    const failing = withOutboxTrigger(services, async () => {
      markEffectDue(NOW);
      throw new Error('too late');
    });
    await expect(failing).rejects.toThrow('too late');
    expect(delays).toEqual([0]);
  });
});

it('work without effects does not trigger, next to work that does', async () => {
  const triggered: string[] = [];
  const named = (name: string) => ({ clock: () => NOW, triggerOutbox: async () => void triggered.push(name) });
  const { promise: both, resolve: go } = Promise.withResolvers<void>();
  const writing = withOutboxTrigger(named('writing'), async () => {
    await both;
    markEffectDue(NOW);
  });
  const reading = withOutboxTrigger(named('reading'), async () => {
    go();
    await turn();
  });
  await Promise.all([writing, reading]);
  expect(triggered).toEqual(['writing']);
});

it('an effect outside a request is left to the schedule', () => {
  markEffectDue(NOW);
  expect(delays).toEqual([]);
});
