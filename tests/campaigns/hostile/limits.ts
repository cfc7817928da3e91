import { DAY_MS, HOUR_MS } from '#core/domain/values/durations.ts';
import type { Figure } from '../../bench/figure.ts';
import type { Answer, ApiStack } from '../../support/api.ts';
import { makeStudio } from '../../support/studio.ts';
import type { CampaignOptions } from '../campaign.ts';
import { LIMIT_ATTACKS } from './limit-attacks.ts';
import type { Attack, Target } from './limit-target.ts';

/**
 * Strangers on twenty networks use up every limit that they can reach, and then a client on a network of their own does
 * what they came for. A fault is an attack that is not refused in time, or a client who is.
 */
export async function attackLimits(api: ApiStack, { isMiniature }: CampaignOptions): Promise<Figure[]> {
  const faults: string[] = [];
  let requests = 0;
  const target: Target = {
    api,
    isMiniature,
    studio: await makeStudio(api),
    async call(network, method, path, options = {}): Promise<Answer> {
      requests += 1;
      return api.call(method, path, {
        channel: 'public',
        ...options,
        headers: { 'x-viewer-address': addressOf(network), ...options.headers },
      });
    },
  };
  for (const [name, attack] of Object.entries<Attack>(LIMIT_ATTACKS)) {
    await api.db.pool.query('delete from rate_limits');
    // Each attack begins with a window of every limit.
    api.clock.advance(DAY_MS - (api.clock.now() % DAY_MS) + HOUR_MS);
    for (const fault of await attack(target)) faults.push(`${name}: ${fault}`);
  }
  for (const fault of faults) console.log(fault);
  return [
    { bar: 'hostile', what: 'limits: faults', value: faults.length, limit: 0, unit: 'faults' },
    { bar: 'hostile', what: 'limits: requests', value: requests, limit: null, unit: 'requests' },
  ];
}

/** A network of its own for each number; from 1,000 on they are of one /48. */
function addressOf(network: number): string {
  return network < 1000 ? `10.${network >> 8}.${network & 255}.7` : `2001:db8:1:${network.toString(16)}::7`;
}
