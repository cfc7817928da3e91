import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { expect, it } from 'vitest';
import type { SessionStatus } from '#core/domain/sessions/sessions.ts';
import common from '#locales/en/common.json' with { type: 'json' };
import payments from '#locales/en/payments.json' with { type: 'json' };
import { BillingSummary } from './billing-summary.tsx';
import type { BillingRow } from './types.ts';

async function shown(status: SessionStatus, changes: Partial<BillingRow> = {}): Promise<string> {
  const i18n = i18next.createInstance();
  await i18n.init({ lng: 'en', resources: { en: { common, payments } } });
  const session = { status, type: '', date: 0, cancellation: null, statusChangedAt: null, deletedAt: null };
  const billing: BillingRow = {
    session,
    sessionId: 'session',
    keptAmount: null,
    paymentStatus: 'pending',
    paymentAmount: 26_000,
    depositAmount: 8_000,
    paidAmount: 0,
    refundedAmount: 0,
    dueDate: null,
    depositDueDate: null,
    waived: false,
    ...changes,
  };
  return renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <BillingSummary billing={billing} />
    </I18nextProvider>,
  );
}

it('shows the balance of a booked session, and none of a request', async () => {
  expect(await shown('scheduled')).toContain('Balance');
  const request = await shown('inquiry');
  expect(request).not.toContain('Balance');
  expect(request).toContain('Owed once you approve the request.');
});

it('says of an order without a session that nothing is charged, and of a session that it has no price', async () => {
  const nothing = { paymentAmount: 0, depositAmount: 0 };
  expect(await shown('completed', { ...nothing, sessionId: null, orderId: 'order' })).toContain('Nothing is charged.');
  expect(await shown('scheduled', nothing)).toContain('This session has no price yet.');
});
