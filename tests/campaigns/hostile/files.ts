import { quantile, type Figure } from '../../bench/figure.ts';
import type { CampaignOptions } from '../campaign.ts';
import { caseRandom, collectFaults } from './cases.ts';
import { watchMemory } from './memory-watch.ts';
import { type Format, mutate } from './mutate.ts';

/** Crafted files that cost far more to read than to send; the first word of a name is the format. */
export type Bombs = Readonly<Record<string, () => Buffer | Promise<Buffer>>>;

/** Where untrusted files go. */
export interface Gate {
  name: string;
  formats: readonly Format[];
  bombs: Bombs;
  /**
   * Sends a file as a user would.
   * @param format the first word of its format's name
   * @returns `accepted`, or the code of its refusal
   * @throws Error if the answer is no named refusal
   */
  send(bytes: Buffer, format: string): Promise<string>;
  /** A file that is accepted, of the first format. */
  good: Buffer;
}

/** The limits of issue 18: seconds for a file, seconds for a good file after it, megabytes for a file. */
const LIMITS = { file: 10, good: 1, memory: 1500 };
/** Hostile files between two good ones. A slow or faulty one is followed by a good one immediately. */
const GOOD_EVERY = 10;
const SLOW_S = 1;
/** A miniature sends the bombs that are small to make. */
const MINIATURE_BOMBS = /in its header|claim/;

interface Measured {
  seconds: number;
  megabytes: number;
  what: string;
}

/** Sends `count` mutated files in equal shares of the formats, and the bombs, one after another. */
export async function sendFiles(gate: Gate, count: number, { seed, isMiniature }: CampaignOptions): Promise<Figure[]> {
  const { name, formats, good } = gate;
  const faults = collectFaults(name, seed);
  const memory = watchMemory();
  const outcomes = new Map<string, Map<string, number>>();
  const measured: Measured[] = [];
  const goodTimes: number[] = [];
  const goodFormat = formats[0]!.name;

  const sendGood = async (number: number) => {
    const started = performance.now();
    const verdict = await gate.send(good, goodFormat).catch(String);
    goodTimes.push((performance.now() - started) / 1000);
    if (verdict !== 'accepted') faults.add({ number, what: `then a good file is refused: ${verdict}`, input: good });
  };
  const send = async (number: number, group: string, what: string, bytes: Buffer) => {
    memory.start();
    const started = performance.now();
    const verdict = await gate.send(bytes, what.split(' ', 1)[0]!).catch((error: unknown) => {
      faults.add({ number, what: `${what}: ${String(error)}`, input: bytes });
      return 'FAULT';
    });
    const seconds = (performance.now() - started) / 1000;
    const megabytes = memory.taken();
    measured.push({ seconds, megabytes, what: `case ${number}, ${what}, ${bytes.length} bytes: ${verdict}` });
    if (megabytes > LIMITS.memory)
      faults.add({ number, what: `${what} takes ${megabytes.toFixed(0)} MB`, input: bytes });
    if (seconds > LIMITS.file && !isMiniature) {
      faults.add({ number, what: `${what} takes ${seconds.toFixed(1)} s`, input: bytes });
    }
    const counts = outcomes.get(group) ?? new Map<string, number>();
    outcomes.set(group, counts.set(verdict, (counts.get(verdict) ?? 0) + 1));
    if (number % GOOD_EVERY === 0 || seconds > SLOW_S || verdict === 'FAULT') await sendGood(number);
  };

  try {
    // Mutations of a file that is refused anyway would test little. The first file starts processes and loads code.
    for (const format of formats) {
      for (const seedFile of isMiniature ? format.seeds.slice(0, 1) : format.seeds) {
        const verdict = await gate
          .send(format.wrap?.(seedFile) ?? seedFile, format.name.split(' ', 1)[0]!)
          .catch(String);
        if (verdict !== 'accepted')
          faults.add({ number: -1, what: `${format.name}, not mutated: ${verdict}`, input: seedFile });
      }
    }
    for (let number = 0; number < count; number++) {
      const format = formats[number % formats.length]!;
      const { bytes, kinds } = mutate(format, caseRandom(seed, number));
      await send(number, format.name, `${format.name} ${kinds.join('+')}`, bytes);
    }
    const bombs = Object.entries(gate.bombs).filter(([what]) => !isMiniature || MINIATURE_BOMBS.test(what));
    for (const [index, [what, build]] of bombs.entries()) await send(count + index, 'bombs', what, await build());
  } finally {
    memory.close();
  }

  for (const [group, counts] of outcomes) {
    const sorted = [...counts].toSorted(([, a], [, b]) => b - a);
    const total = sorted.reduce((sum, [, times]) => sum + times, 0);
    console.log(`${name}: ${total} ${group}: ${sorted.map(([verdict, times]) => `${verdict} ${times}`).join(', ')}`);
  }
  const slowest = measured.toSorted((a, b) => b.seconds - a.seconds);
  const largest = measured.toSorted((a, b) => b.megabytes - a.megabytes);
  for (const { seconds, what } of slowest.slice(0, 3)) console.log(`${name}: ${seconds.toFixed(2)} s: ${what}`);
  for (const { megabytes, what } of largest.slice(0, 3)) console.log(`${name}: ${megabytes.toFixed(0)} MB: ${what}`);
  // Wall times of a few files on a machine that runs other tests mean nothing.
  const limit = (value: number) => (isMiniature ? null : value);
  const figure = (what: string, value: number, unit: string, bound: number | null, n: number): Figure => ({
    bar: '18',
    what: `${name}: ${what}`,
    value,
    limit: bound,
    unit,
    n,
  });
  return [
    figure('faults', faults.count, 'faults', 0, measured.length),
    figure('slowest file', slowest[0]!.seconds, 's', limit(LIMITS.file), measured.length),
    figure('median file', quantile(measured.map(({ seconds }) => seconds)), 's', null, measured.length),
    figure('highest memory of a file', largest[0]!.megabytes, 'MB', LIMITS.memory, measured.length),
    figure('slowest good file after it', Math.max(...goodTimes), 's', limit(LIMITS.good), goodTimes.length),
    figure('median good file after it', quantile(goodTimes), 's', null, goodTimes.length),
  ];
}
