import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ManagedBooking } from '#core/api/managed-booking.ts';
import { inGroups, transferCode } from '#core/domain/payments/transfer-code.ts';
import { useFormat } from '#web/lib/format/use-format.ts';
import { qrShape } from '#web/lib/qr-shape.ts';
import { DefinitionList } from '../step-page.tsx';

interface ByHandProps {
  ways: NonNullable<ManagedBooking['byHand']>;
  currency: string;
  /** True if it cannot be paid by card. */
  isOnly: boolean;
  /** Name of the studio. */
  studio: string;
}

/** How the part that is due is paid without Stripe: by transfer, by Bizum to the studio's phone, in cash. */
export function ByHand({ ways, currency, isOnly, studio }: ByHandProps) {
  const { t } = useTranslation('booking');
  const id = useId();
  const format = useFormat({ currency });
  const { transfer, bizum, cash } = ways;
  const amount = format.money(ways.amount);
  const title = t(isOnly ? 'byHand.titleOnly' : 'byHand.title');
  const content = (
    <>
      {transfer && (
        <div className="flex flex-col gap-3">
          <h3 className="font-medium">{t('byHand.transfer')}</h3>
          <DefinitionList
            rows={[
              [t('byHand.amount'), amount],
              [t('byHand.holder'), transfer.holder],
              [t('byHand.iban'), inGroups(transfer.iban)],
              [t('byHand.reference'), inGroups(transfer.reference)],
            ]}
          />
          <p className="text-caption text-soft">{t('byHand.scan')}</p>
          <TransferCode text={transferCode(transfer, { amount: ways.amount, currency })} />
        </div>
      )}
      {bizum !== null && (
        <div className="flex flex-col gap-1">
          <h3 className="font-medium">{t('byHand.bizum')}</h3>
          <p className="wrap-anywhere">{t('byHand.bizumText', { amount, phone: bizum })}</p>
        </div>
      )}
      {cash && (
        <div className="flex flex-col gap-1">
          <h3 className="font-medium">{t('byHand.cash')}</h3>
          <p>{t('byHand.cashText', { amount, studio })}</p>
        </div>
      )}
      <p className="text-caption text-soft">{t('byHand.later', { studio })}</p>
    </>
  );
  // Beside a card they are the exception: folded, they leave the session's own buttons on a phone's screen.
  return isOnly ? (
    <section aria-labelledby={id} className="flex flex-col gap-5">
      <h2 id={id} className="text-lead font-semibold">
        {title}
      </h2>
      {content}
    </section>
  ) : (
    <details>
      <summary className="thumb w-fit cursor-pointer font-medium">{title}</summary>
      <div className="flex flex-col gap-5 pt-3">{content}</div>
    </details>
  );
}

/** A transfer as a QR code. Black on white in both themes, as scanners expect. */
function TransferCode({ text }: { text: string }) {
  const { t } = useTranslation('booking');
  const { path, size } = useMemo(() => qrShape(text), [text]);
  return (
    <svg
      role="img"
      aria-label={t('byHand.qr')}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="w-full max-w-48 rounded-print bg-[white] text-[black]"
    >
      <path d={path} fill="currentColor" />
    </svg>
  );
}
