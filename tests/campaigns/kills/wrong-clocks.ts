import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS, SECOND_MS } from '#core/domain/values/durations.ts';
import type { Figure } from '../../bench/figure.ts';
import type { CampaignOptions } from '../campaign.ts';
import { shiftClock } from './clock.ts';
import { strike } from './strikes.ts';
import { judge } from './verdict.ts';
import { withWorld } from './world.ts';

const WRONG_MS = 20 * SECOND_MS;

/**
 * Lets clients write whose whole process is a day ahead, or behind, and lets the clock of the function host jump by a
 * day and back, in both directions.
 */
export async function shiftClocks(options: CampaignOptions): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const ahead of options.isMiniature ? [DAY_MS] : [DAY_MS, -DAY_MS]) {
    const here = shiftClock(ahead);
    try {
      figures.push(...(await shiftHost(ahead, options)));
    } finally {
      here.restore();
    }
  }
  return figures;
}

async function shiftHost(clients: number, options: CampaignOptions): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'albumen-clock-'));
  const file = join(folder, 'clock');
  const setHost = (ahead: number) => writeFileSync(file, String(ahead));
  setHost(0);
  const preload = new URL('preload.ts', import.meta.url);
  preload.searchParams.set('clock', file);
  try {
    return await withWorld({ nodeOptions: `--import ${preload.href}` }, async (world) => {
      const figures: Figure[] = [];
      for (const ahead of [-DAY_MS, DAY_MS]) {
        const hit = async () => {
          setHost(ahead);
          await sleep(WRONG_MS);
          setHost(0);
          return Date.now();
        };
        const days = (ms: number) => `${ms > 0 ? '+' : ''}${ms / DAY_MS} d`;
        const name = `clients ${days(clients)}, function host ${days(ahead)} for ${WRONG_MS / SECOND_MS} s`;
        figures.push(...(await strike(world, { name, count: 5, miniature: 1, hit, limit: null }, options)));
      }
      return [...figures, ...(await judge(world))];
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
