import { MINUTE_MS, SECOND_MS } from '#core/domain/values/durations.ts';
import type { Figure } from '../../bench/figure.ts';
import { type Studio, withStudio } from '../../bench/studio.ts';
import type { StackOptions } from '../../support/stack.ts';
import type { CampaignOptions, CampaignPart } from '../campaign.ts';
import { type BookingSizes, bookSlots } from './bookings.ts';
import { type PhotographerSizes, workInStudios } from './photographers.ts';
import { watchStack } from './stack-watch.ts';
import { visitGallery, type VisitorSizes } from './visitors.ts';

interface Sizes {
  visitors: VisitorSizes;
  /** Loads, one after another. */
  photographers: readonly Omit<PhotographerSizes, 'bar'>[];
  bookings: BookingSizes;
}

const FULL: Sizes = {
  visitors: { visitors: 2000, arrivalMs: 10 * MINUTE_MS, photos: 60 },
  photographers: [
    { sockets: 50, changesPerSecond: 1, durationMs: MINUTE_MS },
    { sockets: 100, changesPerSecond: 1, durationMs: MINUTE_MS },
    { sockets: 200, changesPerSecond: 1, durationMs: MINUTE_MS },
    { sockets: 200, changesPerSecond: 10, durationMs: MINUTE_MS },
    { sockets: 300, changesPerSecond: 10, durationMs: MINUTE_MS },
    { sockets: 200, changesPerSecond: 30, durationMs: MINUTE_MS },
  ],
  bookings: { visitors: 500, slots: 40 },
};
const MINIATURE: Sizes = {
  visitors: { visitors: 20, arrivalMs: 5 * SECOND_MS, photos: 8 },
  photographers: [{ sockets: 4, changesPerSecond: 1, durationMs: 5 * SECOND_MS }],
  bookings: { visitors: 30, slots: 8 },
};

/** A load that is prepared; `apply` applies it and returns its figures. */
interface Load {
  bar: string;
  apply: () => Promise<Figure[]>;
}

/** Prepares loads one after another: each is applied before the next one is prepared. */
type Loads = (studio: Studio, sizes: Sizes, seed: number) => AsyncGenerator<Load>;

/** Starts the product for some loads, and watches its services while each is applied. */
function part(loads: Loads, minutes: number, options?: StackOptions): CampaignPart {
  return {
    minutes,
    run: ({ isMiniature, seed }: CampaignOptions) =>
      withStudio(async (studio) => {
        const figures: Figure[] = [];
        for await (const { bar, apply } of loads(studio, isMiniature ? MINIATURE : FULL, seed)) {
          const stop = watchStack(bar, studio);
          figures.push(...(await apply()), ...(await stop()));
        }
        return figures;
      }, options),
  };
}

async function* visitors(studio: Studio, sizes: Sizes, seed: number) {
  yield { bar: 'vis', apply: await visitGallery(studio, sizes.visitors, seed) };
}

async function* photographers(studio: Studio, { photographers }: Sizes) {
  for (const sizes of photographers) {
    const bar = `ph ${sizes.sockets}, ${sizes.changesPerSecond}/s`;
    yield { bar, apply: await workInStudios(studio, { ...sizes, bar }) };
  }
}

async function* bookings(studio: Studio, sizes: Sizes, seed: number) {
  yield { bar: 'bk', apply: await bookSlots(studio, sizes.bookings, seed) };
}

/** `npm run campaign:load`: how many people one small machine serves, without a failed request. */
export const LOAD_PARTS = {
  visitors: part(visitors, 45),
  photographers: part(photographers, 30),
  /** The same studios, in halves that have a zero-cache each. */
  groups: part(photographers, 30, { groups: 2 }),
  bookings: part(bookings, 15),
} satisfies Record<string, CampaignPart>;
