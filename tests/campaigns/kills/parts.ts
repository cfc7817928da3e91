import { DAY_MS, SECOND_MS } from '#core/domain/values/durations.ts';
import type { Figure } from '../../bench/figure.ts';
import type { CampaignOptions, CampaignPart } from '../campaign.ts';
import { killArchives } from './archives.ts';
import { kill, type Service, suspend } from './faults.ts';
import { fillDisks } from './full-disk.ts';
import { cutNetwork } from './partition.ts';
import { killPayments } from './payments.ts';
import { type Strike, strike } from './strikes.ts';
import { killUploads } from './uploads.ts';
import { judge } from './verdict.ts';
import { killMonths } from './statements.ts';
import { shiftClocks } from './wrong-clocks.ts';
import { withWorld, type WorldOptions } from './world.ts';

const killing = (service: Service, count: number, limit: number | null = null): Strike => {
  return { name: `kill of ${service}`, count, miniature: 2, hit: ({ stack }) => kill(stack, service), limit };
};

/** Kills the zero-cache of a group, which the other groups shall not notice. */
const killingGroup = (group: number, count: number): Strike => ({ ...killing(`zero-cache-${group}`, count), group });

const STOP_MS = 30 * SECOND_MS;
const PARTITION_MS = 120 * SECOND_MS;

const suspending = (service: Service, count: number, ms: number): Strike => ({
  name: `stop of ${service} for ${ms / SECOND_MS} s`,
  count,
  miniature: 0,
  hit: ({ stack }) => suspend(stack, service, ms),
  limit: null,
});

function part(minutes: number, strikes: readonly Strike[], world: WorldOptions = {}): CampaignPart {
  return {
    minutes,
    run: (options: CampaignOptions): Promise<Figure[]> =>
      withWorld(world, async (here) => {
        const figures: Figure[] = [];
        for (const one of strikes) {
          if (!options.isMiniature || one.miniature > 0) figures.push(...(await strike(here, one, options)));
        }
        return [...figures, ...(await judge(here))];
      }),
  };
}

/**
 * Kills and stops of services while three clients write in each studio. The clocks of two clients are a day off in each
 * part.
 */
export const KILLS: Readonly<Record<string, CampaignPart>> = {
  sync: part(90, [killing('zero-cache', 100, 10)], { clocks: [0, DAY_MS, -DAY_MS] }),
  database: part(60, [killing('postgres', 50)], { clocks: [0, DAY_MS, -DAY_MS] }),
  'database-stops': part(
    60,
    [{ ...suspending('postgres', 10, STOP_MS), miniature: 1 }, suspending('postgres', 1, PARTITION_MS)],
    { clocks: [0, DAY_MS, -DAY_MS] },
  ),
  /** Two zero-caches, 1 and 2, with a studio each. */
  groups: part(60, [killingGroup(1, 20), killingGroup(2, 20), killing('postgres', 20)], {
    clocks: [0, DAY_MS, -DAY_MS],
    groups: 2,
  }),
  functions: part(60, [killing('functions', 50)], { clocks: [0, DAY_MS, -DAY_MS] }),
  uploads: { run: killUploads, minutes: 60 },
  archives: { run: killArchives, minutes: 60 },
  payments: { run: killPayments, minutes: 60 },
  statements: { run: killMonths, minutes: 15 },
  disk: { run: fillDisks, minutes: 60 },
  network: { run: cutNetwork, minutes: 60 },
  clocks: { run: shiftClocks, minutes: 60 },
};
