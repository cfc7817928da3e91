import { useQuery } from '@rocicorp/zero/react';
import { type ComponentType, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lastRequest } from '#core/domain/payments/payment-requests.ts';
import { queries } from '#core/zero/queries.ts';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useNow } from '#web/lib/format/use-now.ts';
import { type Owed, useRequestPayment } from '#web/lib/payments/use-request-payment.ts';
import type { Attention } from './attention.ts';

/** Shows who is asked to pay how much, and sends the mail. */
export type RequestDialog = ComponentType<{ owed: Owed; name: string; onSent?: () => void; onClose: () => void }>;

/** Returns when the client was last asked to pay, by the mails of the session or of the order's client; or null. */
function useLastRequest({ sessionId, orderId }: Owed, customerId: string | null): number | null {
  const now = useNow();
  const ofOrder = sessionId === null && customerId !== null;
  const [ofSession] = useQuery(sessionId !== null && queries.messages.ofSession({ sessionId, limit: 100 }));
  const [ofCustomer] = useQuery(ofOrder && queries.messages.ofCustomer({ customerId, limit: 100 }));
  return lastRequest((ofOrder ? ofCustomer : ofSession) ?? [], { sessionId, orderId }, now);
}

interface RequestPaymentProps {
  item: Extract<Attention, { kind: 'extras' | 'overdue' }>;
  dialog: RequestDialog;
}

/** Shows the mail with the link by which the client pays, and sends it. */
export function RequestPayment({ item, dialog: Dialog }: RequestPaymentProps) {
  const { t } = useTranslation('home');
  const { name = '', sessionId, email } = item;
  const [isOpen, setOpen] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const [orderId, customerId] = item.kind === 'extras' ? [item.orderId, item.customerId] : [null, null];
  const owed = { sessionId, orderId, email };
  const isOffered = useRequestPayment()(owed) !== null;
  const requestedAt = useLastRequest(owed, customerId);
  const format = useFormat();
  const now = useNow();
  if (!isOffered) return null;
  // The mail has not arrived from the server yet.
  if (isAsked && requestedAt === null)
    return <span className="shrink-0 px-3 text-caption text-soft">{t('attention.asked')}</span>;
  const isAgain = requestedAt !== null;
  return (
    <>
      {/* No higher than a row without the date: rows stay where they are when the dates arrive. */}
      <span className="flex shrink-0 flex-col items-end py-1">
        <Button
          size="small"
          writes
          aria-label={t(isAgain ? 'attention.requestAgainNamed' : 'attention.requestNamed', { name })}
          onClick={() => setOpen(true)}
        >
          {t(isAgain ? 'attention.requestAgain' : 'attention.request')}
        </Button>
        {isAgain && (
          <span data-figures className="text-caption text-soft">
            {t('attention.askedOn', { date: format.date(requestedAt, now) })}
          </span>
        )}
      </span>
      {isOpen && (
        <Suspense>
          <Dialog owed={owed} name={name} onSent={() => setAsked(true)} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
