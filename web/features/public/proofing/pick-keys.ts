import type { PickLabel, PickValue } from '#core/domain/galleries/proofing.ts';

/** Lightroom's keys: 1–5 rate, 0 clears the rating, 6–9 set a label. Purple has none. */
export const PICK_KEYS: Readonly<Record<string, Partial<PickValue>>> = {
  ...Object.fromEntries([0, 1, 2, 3, 4, 5].map((rating) => [String(rating), { rating }])),
  6: { label: 'red' },
  7: { label: 'yellow' },
  8: { label: 'green' },
  9: { label: 'blue' },
};

/** Equal to `PICK_LABELS` of core/domain/galleries/proofing.ts. Importing that module would bundle its schemas. */
export const LABELS: readonly PickLabel[] = ['red', 'yellow', 'green', 'blue', 'purple'];
