import { expect, test } from 'vitest';
import type { TypeState } from '#core/domain/sessions/type-state.ts';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { listAttention } from './attention.ts';
import type { HomeGallery } from './types.ts';

const NOW = Date.UTC(2026, 10, 21);

function gallery(id: string, over: object): HomeGallery {
  return { id, status: 'published', expiresAt: null, stats: { failedCount: 0, readyCount: 3 }, ...over } as HomeGallery;
}

const mail = { id: 'm', kind: 'receipt', customerId: 'c', sessionId: 's', status: 'failed', dueAt: 0 } as const;

test('orders failures, then the next to close, then unpublished galleries', () => {
  const items = listAttention(
    {
      galleries: [
        gallery('draft', { status: 'draft' }),
        gallery('later', { expiresAt: NOW + 6 * DAY_MS }),
        gallery('sooner', { expiresAt: NOW + DAY_MS }),
        gallery('broken', { stats: { failedCount: 2, readyCount: 1 } }),
      ],
    },
    NOW,
  );
  expect(items.map((item) => ['galleryId' in item && item.galleryId, item.kind])).toEqual([
    ['broken', 'failed'],
    ['sooner', 'closing'],
    ['later', 'closing'],
    ['draft', 'unpublished'],
  ]);
});

test.each([
  ['closed already', { expiresAt: NOW }],
  ['closes in eight days', { expiresAt: NOW + 8 * DAY_MS }],
  ['never closes', { expiresAt: null }],
  ['hidden', { status: 'hidden', expiresAt: NOW + DAY_MS }],
  ['an empty draft', { status: 'draft', stats: { failedCount: 0, readyCount: 0 } }],
])('skips a gallery that is %s', (_what, over) => {
  expect(listAttention({ galleries: [gallery('a', over)] }, NOW)).toEqual([]);
});

const overdueSession = {
  sessionId: 's',
  session: { status: 'completed' },
  paymentStatus: 'partial',
  paymentAmount: 10_000,
  depositAmount: 0,
  paidAmount: 4_000,
  dueDate: NOW - 1,
  depositDueDate: null,
} as const;

test('asks for the instalments of a plan that are late, and for no other', () => {
  const instalments = [NOW - DAY_MS, NOW + DAY_MS].map((dueAt, index) => ({
    position: index + 1,
    amount: 5_000,
    dueAt,
  }));
  const planned = { ...overdueSession, instalments };
  const [item] = listAttention({ galleries: [], due: [planned] }, NOW);
  expect(item).toMatchObject({ kind: 'overdue', amount: 1_000, isInstalment: true });
  expect(listAttention({ galleries: [], due: [{ ...planned, paidAmount: 5_000 }] }, NOW)).toEqual([]);
});

test('orders people before money before pictures', () => {
  const items = listAttention(
    {
      galleries: [gallery('broken', { stats: { failedCount: 2, readyCount: 1 } })],
      due: [overdueSession],
      mails: [{ ...mail, error: 'mail_bounced', customer: { name: 'Ada' } }],
      leads: [{ id: 'l', name: 'Mar', message: 'Are you free in May?' }],
      inquiries: [{ id: 'i', date: NOW + DAY_MS, customer: { name: 'Pau' } }],
    },
    NOW,
  );
  expect(items.map(({ kind, name }) => [kind, name])).toEqual([
    ['lead', 'Mar'],
    ['inquiry', 'Pau'],
    ['mail', 'Ada'],
    ['overdue', undefined],
    ['failed', undefined],
  ]);
  expect(items[2]).toMatchObject({ hasBounced: true });
  expect(items[3]).toMatchObject({ amount: 6_000 });
});

test('names a contract that the studio signs next', () => {
  const contract = { id: 'k', sessionId: 's', signerName: 'Núria Güell', title: 'Agreement' };
  expect(listAttention({ galleries: [], contracts: [contract], due: [overdueSession] }, NOW)).toMatchObject([
    { key: 'contract-k', kind: 'countersign', name: 'Núria Güell', sessionId: 's', contract: 'Agreement' },
    { kind: 'overdue' },
  ]);
});

test('names the client of an unsigned contract until the session is over', () => {
  const session = { date: NOW - 1, duration: 1, customer: { name: 'Mercè' } };
  const contract = { id: 'k', sessionId: 's', title: 'Agreement', sentAt: NOW - 5 * DAY_MS, session };
  const over = { ...contract, id: 'o', session: { ...session, date: NOW - DAY_MS } };
  expect(listAttention({ galleries: [], unsigned: [contract, over], due: [overdueSession] }, NOW)).toMatchObject([
    { key: 'unsigned-k', kind: 'unsigned', name: 'Mercè', sessionId: 's', contractId: 'k', contract: 'Agreement' },
    { kind: 'overdue' },
  ]);
});

test('asks for the switch while types are offered, and for the schedule of each type without times', () => {
  const type = (id: string, state: TypeState) => ({
    type: { id, name: id, isBookable: true, archivedAt: null },
    state,
  });
  const off = type('a', { state: 'closed', why: 'bookingOff' });
  expect(listAttention({ galleries: [], booking: { isOpen: false, types: [off] } }, NOW)).toEqual([
    { key: 'booking', kind: 'booking', name: undefined, fault: 'off' },
  ]);
  const types = [type('a', { state: 'bookable' }), type('b', { state: 'noTimes', why: 'noSchedule' })];
  expect(listAttention({ galleries: [], booking: { isOpen: true, types } }, NOW)).toEqual([
    { key: 'type-b', kind: 'type', name: 'b', sessionTypeId: 'b', fault: 'noSchedule' },
  ]);
});

test('names another order by what it charges', () => {
  const line = { position: 1, source: 'product:a', title: 'Album', amount: 9_000, isCorrection: false };
  const priced = { productId: null, quantity: 1, unitAmount: 9_000, discount: 0 };
  const sale = {
    orderId: 'o',
    customerId: 'c',
    open: 9_000,
    order: { kind: 'manual' as const },
    lines: [{ ...line, ...priced }],
  };
  expect(listAttention({ galleries: [], orders: [sale] }, NOW)).toMatchObject([
    { kind: 'extras', about: 'Album', isSale: true, amount: 9_000 },
  ]);
});

test('lists what clients have withdrawn from', () => {
  const order = {
    id: 'o',
    sessionId: 's',
    withdrawnAt: NOW,
    withdrawnSources: ['price'],
    customer: { name: 'Núria' },
    lines: [],
    payments: [],
  };
  expect(listAttention({ galleries: [], withdrawn: [order] }, NOW)).toMatchObject([
    { key: 'withdrawn-o', kind: 'withdrawn', name: 'Núria', sessionId: 's', orderId: null, at: NOW },
  ]);
});

test('lists extra photos to be paid, of galleries and of sessions, once', () => {
  const customer = { name: 'Núria', email: 'nuria@example.org' };
  const session = { type: 'Wedding', deletedAt: null, status: 'completed' } as const;
  const pending = { purpose: 'extras', amount: 1_500, customer, session } as const;
  const items = listAttention(
    {
      galleries: [],
      due: [overdueSession],
      orders: [
        {
          orderId: 'o',
          customerId: 'c',
          open: 3_000,
          customer,
          order: { kind: 'gallery', gallery: { name: 'Núria i Pau' } },
          lines: [],
        },
      ],
      pending: [
        { id: 'p', sessionId: 't', ...pending, session: { ...session, type: '', sessionType: { name: 'Portrait' } } },
        { id: 'q', sessionId: 's', ...pending },
        { id: 'r', sessionId: 't', ...pending, purpose: 'balance' },
        { id: 'u', sessionId: 't', ...pending, session: { ...session, status: 'cancelled' } },
        { id: 'v', sessionId: null, ...pending, session: undefined },
      ],
    },
    NOW,
  );
  expect(items).toMatchObject([
    { kind: 'overdue', sessionId: 's' },
    { kind: 'extras', orderId: 'o', sessionId: null, about: 'Núria i Pau', amount: 3_000, email: customer.email },
    { key: 'extras-p', sessionId: 't', about: 'Portrait', amount: 1_500 },
  ]);
});

test('asks nobody to pay for what they have withdrawn from', () => {
  const customer = { name: 'Núria', email: 'nuria@example.org' };
  const facts = { withdrawnAt: NOW, withdrawnSources: null, customer, lines: [], payments: [] };
  const items = listAttention(
    {
      galleries: [],
      withdrawn: [
        { id: 'o', sessionId: null, ...facts },
        { id: 's', sessionId: 's', ...facts },
      ],
      due: [overdueSession],
      orders: [{ orderId: 'o', customerId: 'c', open: 3_000, customer, order: { kind: 'proposal' }, lines: [] }],
    },
    NOW,
  );
  expect(items.map(({ kind }) => kind)).toEqual(['withdrawn', 'withdrawn']);
});

test.each([
  ['due today', { dueDate: NOW }],
  ['without a day', { dueDate: null }],
] as const)('skips money %s', (_what, over) => {
  expect(listAttention({ galleries: [], due: [{ ...overdueSession, ...over }] }, NOW)).toEqual([]);
});

const invite = {
  id: 'g',
  label: 'Núria',
  email: 'n@',
  galleryId: 'a',
  gallery: { name: 'Boda', expiresAt: null },
  expiresAt: null,
  status: 'sent',
  mailError: 'mail_bounced',
} as const;
const colleague = {
  id: 't',
  email: 'pau@',
  status: 'pending',
  expiresAt: NOW + DAY_MS,
  mailError: 'mail_refused',
} as const;

test('lists undelivered invitations before money, with links to resend them', () => {
  const nameless = { ...invite, id: 'h', label: '', expiresAt: NOW + 1, mailError: 'mail_failed' } as const;
  const items = listAttention(
    { galleries: [], due: [overdueSession], invites: [invite, nameless], teamInvites: [colleague] },
    NOW,
  );
  expect(items.slice(0, 3)).toEqual([
    { key: 'invite-g', kind: 'invite', name: 'Núria', grantId: 'g', galleryId: 'a', gallery: 'Boda', fault: 'bounced' },
    {
      key: 'invite-h',
      kind: 'invite',
      name: 'n@',
      grantId: 'h',
      galleryId: 'a',
      gallery: 'Boda',
      fault: 'undelivered',
    },
    { key: 'team-t', kind: 'teamInvite', name: 'pau@', inviteId: 't', fault: 'undelivered' },
  ]);
  expect(items.map(({ kind }) => kind)).toEqual(['invite', 'invite', 'teamInvite', 'overdue']);
});

test.each([
  [
    'whose reader has opened it, and called a later mail spam',
    { invites: [{ ...invite, status: 'accepted' as const, mailError: 'mail_complained' as const }] },
  ],
  ['that has ended', { invites: [{ ...invite, expiresAt: NOW }] }],
  ['to a gallery that has ended', { invites: [{ ...invite, gallery: { ...invite.gallery, expiresAt: NOW } }] }],
  ['to the team that has ended', { teamInvites: [{ ...colleague, expiresAt: NOW }] }],
  ['to the team that is on its way', { teamInvites: [{ ...colleague, mailError: null }] }],
  ['to the team that was answered', { teamInvites: [{ ...colleague, status: 'declined' as const }] }],
])('skips an invitation %s', (_what, over) => {
  expect(listAttention({ galleries: [], ...over }, NOW)).toEqual([]);
});

test('names a gallery with submitted selections once, with their number', () => {
  const one = { galleryId: 'g', gallery: { name: 'Ana & Pau' } };
  const other = { galleryId: 'h', gallery: { name: 'Casa Ribes' } };
  expect(listAttention({ galleries: [], selections: [one, other, one] }, NOW)).toEqual([
    { key: 'submitted-g', kind: 'submitted', name: 'Ana & Pau', galleryId: 'g', count: 2 },
    { key: 'submitted-h', kind: 'submitted', name: 'Casa Ribes', galleryId: 'h', count: 1 },
  ]);
});

test('lists what a cancelled session returns, without what is on its way', () => {
  const payment = {
    id: 'p',
    refundsPaymentId: null,
    amount: 6000,
    status: 'paid',
    method: 'card',
    stripeId: 'pi_1',
  } as const;
  const settled = {
    sessionId: 's',
    session: { status: 'cancelled' },
    keptAmount: 1800,
    paidAmount: 6000,
    payments: [payment],
    customer: { name: 'Ada' },
  } as const;
  const refund = { ...payment, id: 'r', refundsPaymentId: 'p', status: 'pending', amount: 4200 } as const;
  expect(listAttention({ galleries: [], settled: [settled] }, NOW)).toMatchObject([
    { kind: 'refund', name: 'Ada', amount: 4200, parts: [{ payment: { id: 'p' }, amount: 4200, isOnline: true }] },
  ]);
  expect(listAttention({ galleries: [], settled: [{ ...settled, payments: [payment, refund] }] }, NOW)).toEqual([]);
});
