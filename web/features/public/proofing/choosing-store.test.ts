import { describe, expect, it } from 'vitest';
import type { ProofingView } from '#core/api/proofing.ts';
import type { PickValue } from '#core/domain/galleries/proofing.ts';
import { Choosing } from './choosing-store.ts';
import type { Proofing } from './proofing-store.ts';
import { ALBUM, pickOf, viewOf } from './test-view.ts';

type Sent = [listId: string, photoId: string, value: PickValue | null];

/** Returns a choosing upon a view that the test changes, and what it sends. */
function setUp(view: ProofingView) {
  const sent: Sent[] = [];
  const listeners = new Set<() => void>();
  let now = view;
  const proofing = {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getSnapshot: () => ({ phase: 'ready' as const, view: now, waiting: 0, problem: null }),
    setPick: (...change: Sent) => void sent.push(change),
  };
  const choosing = new Choosing(proofing as unknown as Proofing, 'gallery');
  choosing.subscribe(() => {});
  const become = (next: ProofingView) => {
    now = next;
    for (const listener of listeners) listener();
  };
  return { choosing, sent, become };
}

const OWN = { ...ALBUM, id: 'own', kind: 'favourites' as const, isDefault: true, people: [] };

describe('Choosing', () => {
  it('fills the open selection first, and favourites without one', () => {
    expect(setUp(viewOf({ lists: [OWN, ALBUM] })).choosing.getSnapshot().listId).toBe('album');
    expect(setUp(viewOf({ lists: [OWN] })).choosing.getSnapshot().listId).toBe('favourites');
    expect(setUp(viewOf({ lists: [] })).choosing.getSnapshot().listId).toBe('favourites');
  });

  it('fills the list that was chosen, and what else still exists once it is removed', () => {
    const { choosing, become } = setUp(viewOf({ lists: [OWN, ALBUM, { ...OWN, id: 'granny', isDefault: false }] }));
    choosing.chooseList('granny');
    expect(choosing.getSnapshot().listId).toBe('granny');
    become(viewOf({ lists: [OWN, ALBUM] }));
    expect(choosing.getSnapshot().listId).toBe('album');
  });

  it('adds and takes out a photo, and keeps rating and label of a "maybe"', () => {
    const picks = [pickOf('one'), pickOf('two', { state: 'maybe', rating: 3, label: 'red' })];
    const { choosing, sent } = setUp(viewOf({ picks }));
    for (const photoId of ['one', 'two', 'three']) choosing.toggle(photoId);
    expect(sent).toEqual([
      ['album', 'one', null],
      ['album', 'two', { state: 'pick', rating: 3, label: 'red' }],
      ['album', 'three', { state: 'pick', rating: 0, label: null }],
    ]);
  });

  it('makes an undecided photo a "maybe" when it is rated', () => {
    const { choosing, sent } = setUp(viewOf({ picks: [pickOf('one', { label: 'red' })] }));
    for (const photoId of ['one', 'two']) choosing.change(photoId, { rating: 4 });
    expect(sent.map(([, , value]) => value)).toEqual([
      { state: 'pick', rating: 4, label: 'red' },
      { state: 'maybe', rating: 4, label: null },
    ]);
  });

  it('returns the same object for a photo until an opinion about it changes', () => {
    const one = pickOf('one');
    const { choosing, become } = setUp(viewOf({ picks: [one] }));
    const before = choosing.photo('one');
    become(viewOf({ picks: [one, pickOf('two')] }));
    expect(choosing.photo('one')).toBe(before);
    become(viewOf({ picks: [pickOf('one', { rating: 5 })] }));
    expect(choosing.photo('one').mine?.rating).toBe(5);
  });

  it('keeps a photo in a filtered grid after it is taken out, and adds a new one', () => {
    const { choosing, become } = setUp(viewOf({ picks: [pickOf('one')] }));
    choosing.show('album');
    become(viewOf({ picks: [pickOf('two')] }));
    expect([...choosing.getSnapshot().kept!]).toEqual(['one', 'two']);
    choosing.show('album');
    expect([...choosing.getSnapshot().kept!]).toEqual(['two']);
  });
});
