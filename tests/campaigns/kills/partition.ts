import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS, SECOND_MS } from '#core/domain/values/durations.ts';
import { portsFrom } from '#local/supervisor/ports.ts';
import type { Figure } from '../../bench/figure.ts';
import { freeBase } from '../../support/stack.ts';
import type { CampaignOptions } from '../campaign.ts';
import { type Proxy, startProxy } from './proxy.ts';
import { strike } from './strikes.ts';
import { judge } from './verdict.ts';
import { withWorld } from './world.ts';

const FULL_MS = 120 * SECOND_MS;
const MINIATURE_MS = 10 * SECOND_MS;

/**
 * Cuts the lines between the services one after another while clients write: function host and database, sync server
 * and database, clients and sync server (with all of the product that clients reach), and the first two together.
 */
export async function cutNetwork(options: CampaignOptions): Promise<Figure[]> {
  const port = await freeBase();
  const { postgres, edge } = portsFrom(port);
  const [functions, sync, clients] = await Promise.all([postgres, postgres, edge].map(startProxy));
  const preload = new URL('preload.ts', import.meta.url);
  preload.searchParams.set('functions', `${postgres}:${functions!.port}`);
  preload.searchParams.set('zero-cache', `${postgres}:${sync!.port}`);
  const cases: Record<string, Proxy[]> = {
    'function host and database': [functions!],
    'sync server and database': [sync!],
    'clients and product': [clients!],
    'database and both': [functions!, sync!],
  };
  const ms = options.isMiniature ? MINIATURE_MS : FULL_MS;
  const world = {
    port,
    nodeOptions: `--import ${preload.href}`,
    clocks: [0, DAY_MS, -DAY_MS],
    origin: () => Promise.resolve(`http://localhost:${clients!.port}`),
  };
  try {
    return await withWorld(world, async (here) => {
      const figures: Figure[] = [];
      for (const [between, proxies] of Object.entries(cases)) {
        const name = `${ms / SECOND_MS} s without a network between ${between}`;
        const hit = async () => {
          if (proxies.some((proxy) => proxy.connections() === 0)) throw new Error(`Nothing to cut: ${between}`);
          for (const proxy of proxies) proxy.cut();
          await sleep(ms);
          for (const proxy of proxies) proxy.mend();
          return Date.now();
        };
        figures.push(...(await strike(here, { name, count: 3, miniature: 1, hit, limit: null }, options)));
      }
      return [...figures, ...(await judge(here))];
    });
  } finally {
    for (const proxy of [functions!, sync!, clients!]) proxy.close();
  }
}
