import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { noteEffect, nudging } from './nudge.ts';

const NOW = 1_000_000;
let nudges: number[];
const services = { clock: () => NOW, nudge: async (delay: number) => void nudges.push(delay) };
beforeEach(() => (nudges = []));

describe('work that writes effects', () => {
  it('nudges once, however many, after the work and before its result', async () => {
    const result = await nudging(services, async () => {
      noteEffect(NOW);
      await turn();
      noteEffect(NOW - 5);
      expect(nudges).toEqual([]);
      return 'done';
    });
    expect(result).toBe('done');
    expect(nudges).toEqual([0]);
  });

  it('nudges for the earliest, in whole seconds, and leaves what is a minute away to the schedule', async () => {
    await nudging(services, async () => [NOW + 30_000, NOW + 2_001].forEach(noteEffect));
    await nudging(services, async () => noteEffect(NOW + 60_000));
    expect(nudges).toEqual([3]);
  });

  it('nudges also when it fails afterwards', async () => {
    const failing = nudging(services, async () => {
      noteEffect(NOW);
      throw new Error('too late');
    });
    await expect(failing).rejects.toThrow('too late');
    expect(nudges).toEqual([0]);
  });
});

it('work that writes none does not nudge, beside one that does', async () => {
  const seen: string[] = [];
  const named = (name: string) => ({ clock: () => NOW, nudge: async () => void seen.push(name) });
  const { promise: both, resolve: go } = Promise.withResolvers<void>();
  const writing = nudging(named('writing'), async () => {
    await both;
    noteEffect(NOW);
  });
  const reading = nudging(named('reading'), async () => {
    go();
    await turn();
  });
  await Promise.all([writing, reading]);
  expect(seen).toEqual(['writing']);
});

it('an effect that nobody listens for is the schedule’s', () => {
  noteEffect(NOW);
  expect(nudges).toEqual([]);
});
