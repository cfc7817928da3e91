import { MINUTE_MS, SECOND_MS } from '#core/domain/durations.ts';
import type { Figure } from '../../bench/figure.ts';
import { type Studio, withStudio } from '../../bench/studio.ts';
import type { CampaignOptions, CampaignPart } from '../campaign.ts';
import { type BookingSizes, bookSlots } from './bookings.ts';
import { type PhotographerSizes, workInStudios } from './photographers.ts';
import { watchStack } from './stack-watch.ts';
import { visitGallery, type VisitorSizes } from './visitors.ts';

interface Sizes {
  visitors: VisitorSizes;
  photographers: PhotographerSizes;
  bookings: BookingSizes;
}

const FULL: Sizes = {
  visitors: { visitors: 2000, arrivalMs: 10 * MINUTE_MS, photos: 60 },
  photographers: { sockets: 200, changesPerSecond: 1, durationMs: 2 * MINUTE_MS },
  bookings: { visitors: 500, slots: 40 },
};
const MINIATURE: Sizes = {
  visitors: { visitors: 20, arrivalMs: 5 * SECOND_MS, photos: 8 },
  photographers: { sockets: 4, changesPerSecond: 1, durationMs: 5 * SECOND_MS },
  bookings: { visitors: 30, slots: 8 },
};

/** Prepares the load, and returns the function that applies it and returns its figures. */
type Load = (studio: Studio, sizes: Sizes, seed: number) => Promise<() => Promise<Figure[]>>;

/** Starts the product for one load, and watches its services while it is applied. */
function part(bar: string, prepare: Load, minutes: number): CampaignPart {
  return {
    minutes,
    run: ({ isMiniature, seed }: CampaignOptions) =>
      withStudio(async (studio) => {
        const apply = await prepare(studio, isMiniature ? MINIATURE : FULL, seed);
        const stop = watchStack(bar, studio);
        const figures = await apply();
        return [...figures, ...(await stop())];
      }),
  };
}

const visitors: Load = (studio, sizes, seed) => visitGallery(studio, sizes.visitors, seed);
const photographers: Load = (studio, sizes) => workInStudios(studio, sizes.photographers);
const bookings: Load = (studio, sizes, seed) => bookSlots(studio, sizes.bookings, seed);

/** `npm run campaign:load`: how many people one small machine serves, without a failed request. */
export const LOAD_PARTS = {
  visitors: part('vis', visitors, 45),
  photographers: part('ph', photographers, 30),
  bookings: part('bk', bookings, 15),
} satisfies Record<string, CampaignPart>;
