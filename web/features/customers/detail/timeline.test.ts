import { expect, it } from 'vitest';
import type { CustomerEvent } from '../types.ts';
import { customerTimeline } from './timeline.tsx';

const session = { id: 's', type: 'Portrait', date: 90 } as CustomerEvent['session'];
const event = (id: string, at: number, values: Partial<CustomerEvent>): CustomerEvent =>
  ({ id, at, kind: 'created', details: {}, session, ...values }) as CustomerEvent;
const customer = {
  id: 'c',
  createdAt: 10,
  galleries: [
    { id: 'g', name: 'Wedding', createdAt: 40, publishedAt: 60 },
    { id: 'd', name: 'Draft', createdAt: 20, publishedAt: null },
  ],
};

it('lists events of the client, sessions and galleries, latest first', () => {
  const events = [
    event('moved', 50, { kind: 'rescheduled', details: { from: 80, to: 90 } }),
    event('done', 95, { kind: 'status', details: { from: 'confirmed', to: 'completed' } }),
    event('made', 30, {}),
  ];
  const about = { sessionId: 's', name: 'Portrait', date: 90 };
  expect(customerTimeline(customer, events)).toEqual([
    { key: 'done', at: 95, kind: 'status', to: 'completed', ...about },
    { key: 'published-g', at: 60, kind: 'galleryPublished', galleryId: 'g', name: 'Wedding' },
    { key: 'moved', at: 50, kind: 'rescheduled', from: 80, to: 90, ...about },
    { key: 'made-g', at: 40, kind: 'galleryMade', galleryId: 'g', name: 'Wedding' },
    { key: 'made', at: 30, kind: 'created', ...about },
    { key: 'made-d', at: 20, kind: 'galleryMade', galleryId: 'd', name: 'Draft' },
    { key: 'added', at: 10, kind: 'added' },
  ]);
});

it('skips events without a text', () => {
  const events = [
    event('gone', 50, { session: undefined }),
    event('unsaid', 50, { kind: 'rescheduled' }),
    event('unknown', 50, { kind: 'status', details: { to: 7 } }),
  ];
  expect(customerTimeline({ ...customer, galleries: [] }, events)).toEqual([{ key: 'added', at: 10, kind: 'added' }]);
});
