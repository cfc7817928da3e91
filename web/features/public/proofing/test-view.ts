import type { ProofingList, ProofingPick, ProofingView } from '#core/api/proofing.ts';

/** An open selection of two people, for tests. */
export const ALBUM: ProofingList = {
  id: 'album',
  kind: 'selection',
  name: 'Album',
  isDefault: false,
  status: 'open',
  closed: null,
  minCount: null,
  maxCount: null,
  includedCount: null,
  extraPrice: null,
  dueAt: null,
  version: 1,
  round: 0,
  submittedAt: null,
  people: [
    { id: 'ana', name: 'Ana', color: 0, isYou: true },
    { id: 'pau', name: '', color: 1, isYou: false },
  ],
};

/** Returns a pick of the album, by Ana unless another person is named. */
export const pickOf = (photoId: string, values: Partial<ProofingPick> = {}): ProofingPick => ({
  listId: 'album',
  photoId,
  personId: 'ana',
  state: 'pick',
  rating: 0,
  label: null,
  at: 1,
  ...values,
});

/** Returns what Ana sees. */
export const viewOf = (values: Partial<ProofingView> = {}): ProofingView => ({
  person: { id: 'ana', name: 'Ana', email: '', role: 'client', color: 0 },
  canSelect: true,
  canComment: true,
  labelNames: {},
  lists: [ALBUM],
  picks: [],
  comments: [],
  ...values,
});
