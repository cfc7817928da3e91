import type { PickLabel, PickState } from '#core/domain/galleries/proofing.ts';

/** People who choose in the demo's selection; the first is the one that `npm start` prints a link of. */
export const DEMO_CHOOSERS = [
  { key: 'ana', name: 'Ana', email: 'ana@vila.test' },
  { key: 'pau', name: 'Pau', email: 'pau@serra.test' },
] as const;
type DemoChooser = (typeof DEMO_CHOOSERS)[number]['key'];

/** The open selection of gallery `album`. Amounts in cents, days from the start. */
export const DEMO_SELECTION = {
  name: 'Album',
  min_count: 20,
  max_count: 40,
  included_count: 30,
  extraPrice: 1500,
  days: 14,
} as const;

interface DemoPick {
  who: DemoChooser;
  state?: PickState;
  rating?: number;
  label?: PickLabel;
}

/** Opinions by index of the photo. */
export const DEMO_PICKS: Readonly<Record<number, readonly DemoPick[]>> = {
  0: [
    { who: 'ana', rating: 5 },
    { who: 'pau', rating: 4 },
  ],
  1: [{ who: 'ana' }],
  3: [{ who: 'ana', rating: 4, label: 'red' }, { who: 'pau' }],
  4: [{ who: 'pau', state: 'reject' }],
  6: [{ who: 'ana', state: 'maybe' }],
  8: [{ who: 'pau', rating: 3 }],
  9: [{ who: 'ana', rating: 5, label: 'green' }],
  12: [{ who: 'ana' }, { who: 'pau' }],
  15: [
    { who: 'ana', state: 'reject' },
    { who: 'pau', label: 'blue' },
  ],
  16: [{ who: 'pau' }],
  20: [
    { who: 'ana', rating: 4 },
    { who: 'pau', state: 'maybe' },
  ],
  23: [{ who: 'ana' }],
  27: [{ who: 'pau', rating: 5 }],
  30: [{ who: 'ana' }, { who: 'pau', rating: 2 }],
};

interface DemoComment {
  key: string;
  /** Index of the photo. */
  photo: number;
  who: DemoChooser | 'studio';
  body: string;
  hoursAgo: number;
  answers?: string;
  pin?: readonly [number, number];
  strokes?: readonly (readonly (readonly [number, number])[])[];
  isResolved?: boolean;
}

export const DEMO_COMMENTS: readonly DemoComment[] = [
  {
    key: 'brighter',
    photo: 0,
    who: 'ana',
    body: 'Could this one be a little brighter? It is our favourite for the cover.',
    hoursAgo: 5,
    pin: [0.32, 0.4],
  },
  {
    key: 'horizon',
    photo: 3,
    who: 'pau',
    body: 'Is the horizon straight here?',
    hoursAgo: 20,
    strokes: [
      [
        [0.1, 0.52],
        [0.5, 0.5],
        [0.92, 0.47],
      ],
    ],
  },
  { key: 'straight', photo: 3, who: 'studio', body: 'I will straighten it.', hoursAgo: 18, answers: 'horizon' },
  { key: 'crop', photo: 9, who: 'ana', body: 'As a square, please.', hoursAgo: 30, isResolved: true },
];

/** The submitted selection of gallery `interiors`, by the person who is invited there. */
export const DEMO_SUBMITTED = {
  name: 'Prints for the hall',
  max_count: 3,
  included_count: 1,
  /** The second photo costs extra. Its gallery has no session that pays: the client owes it for the gallery. */
  extraPrice: 1500,
  /** Indexes of the photos. */
  photos: [0, 2],
  note: 'Both on matte paper. Thank you, Clara!',
} as const;
