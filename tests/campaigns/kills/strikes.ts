import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS } from '#core/domain/values/durations.ts';
import { type Figure, quantile } from '../../bench/figure.ts';
import { seededRandom } from '../../support/random.ts';
import type { CampaignOptions } from '../campaign.ts';
import { isReady } from './faults.ts';
import { groupOf, type World } from './world.ts';

export interface Strike {
  /** For the table: "kill of zero-cache". */
  name: string;
  count: number;
  /** Of a few strikes that show that the campaign runs. */
  miniature: number;
  /** The group of studios whose zero-cache is struck, if others shall not notice; all of them otherwise. */
  group?: number;
  /** Returns the time from which recovery counts, epoch milliseconds. */
  hit(world: World): Promise<number>;
  /** Largest median of the recovery in seconds on a quiet machine; null if none is promised. */
  limit: number | null;
}

/** The largest pause before a strike, so that it meets every phase of the work and of a start. */
const PAUSE_MS = 3 * SECOND_MS;
const PATIENCE_MS = 180 * SECOND_MS;
const LOOK_MS = 50;

/**
 * Strikes again and again, each time after the product has recovered: it answers, and in each studio that was struck a
 * change that was sent after the strike is acknowledged.
 */
export async function strike(world: World, what: Strike, { seed, isMiniature }: CampaignOptions): Promise<Figure[]> {
  const random = seededRandom(seed);
  const count = isMiniature ? what.miniature : what.count;
  const isQuiet = loadavg()[0]! < availableParallelism();
  const isStruck = (studio: World['studios'][number]) => what.group === undefined || groupOf(studio) === what.group;
  const [struck, spared] = [world.studios.filter(isStruck), world.studios.filter((studio) => !isStruck(studio))];
  const periods: Period[] = [];
  const seconds: { ready: number; written: number }[] = [];
  for (let n = 0; n < count; n++) {
    const calm = Date.now();
    await sleep(random() * PAUSE_MS);
    const at = await what.hit(world);
    const where = `${what.name} ${n + 1} of ${count}, seed ${seed}`;
    const ready = await recovered(() => isReady(world, struck), where);
    const isWritten = ({ ledger }: (typeof struck)[number]) => ledger.firstSentAfter(at) !== undefined;
    const written = await recovered(async () => struck.every(isWritten), where);
    periods.push({ calm, struck: at, recovered: written });
    seconds.push({ ready: (ready - at) / SECOND_MS, written: (written - at) / SECOND_MS });
    console.log(
      `${where}: ready ${seconds.at(-1)!.ready.toFixed(1)} s, written ${seconds.at(-1)!.written.toFixed(1)} s`,
    );
  }
  const figure = (of: string, value: number, limit: number | null = null): Figure => {
    return { bar: 'kill', what: `${what.name}, ${of}`, value, limit, unit: 's', n: count };
  };
  const readies = seconds.map(({ ready }) => ready);
  const writes = seconds.map(({ written }) => written);
  return [
    figure('ready again, median', quantile(readies), isQuiet ? what.limit : null),
    figure('ready again, 99th percentile', quantile(readies, 0.99)),
    figure('ready again, longest', Math.max(...readies)),
    figure('next change acknowledged, median', quantile(writes)),
    figure('next change acknowledged, 99th percentile', quantile(writes, 0.99)),
    figure('next change acknowledged, longest', Math.max(...writes)),
    ...(spared.length > 0 ? sparedFigures(what.name, spared, periods) : []),
  ];
}

/** Epoch milliseconds: when a pause began, when it ended with the strike, and when the struck studios had recovered. */
interface Period {
  calm: number;
  struck: number;
  recovered: number;
}

/** How the windows of a group whose zero-cache was not struck fared, until the struck one had recovered. */
function sparedFigures(name: string, spared: World['studios'], periods: readonly Period[]): Figure[] {
  const ledgers = spared.map(({ ledger }) => ledger);
  const lost = periods.flatMap(({ struck, recovered }) =>
    ledgers.flatMap(({ disconnected }) => disconnected.filter((at) => at >= struck && at <= recovered)),
  );
  const waits = (from: 'calm' | 'struck', to: 'struck' | 'recovered') =>
    periods.flatMap((period) => ledgers.flatMap((ledger) => ledger.waitsBetween(period[from], period[to])));
  const [calm, meanwhile] = [waits('calm', 'struck'), waits('struck', 'recovered')];
  const figure = (of: string, milliseconds: number): Figure => {
    return { bar: 'kill', what: `${name}, ${of}`, value: milliseconds / SECOND_MS, limit: null, unit: 's' };
  };
  return [
    { ...figure('connections lost in the other group', 0), value: lost.length, limit: 0, unit: '', n: periods.length },
    { ...figure('changes in the other group', 0), value: meanwhile.length, limit: 1, atLeast: true, unit: '' },
    figure('change in the other group, median', quantile(meanwhile)),
    figure('change in the other group, longest', Math.max(...meanwhile)),
    figure('change in the other group between strikes, median', quantile(calm)),
  ];
}

/** @returns when it was so @throws Error that says where it never was */
async function recovered(isSo: () => Promise<boolean>, where: string): Promise<number> {
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await sleep(LOOK_MS)) {
    if (await isSo()) return Date.now();
  }
  throw new Error(`No recovery in ${PATIENCE_MS / SECOND_MS} s after ${where}`);
}
