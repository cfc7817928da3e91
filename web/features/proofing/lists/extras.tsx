import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { extraCharge } from '#core/domain/galleries/pick-rules.ts';
import { Tag } from '#web/components/ui/feedback/tag.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import type { GalleryRow } from '#web/lib/galleries/types.ts';
import { sessionHref } from '#web/lib/paths.ts';
import type { MoneyRow } from '../types.ts';
import type { Proofing } from '../use-proofing.ts';
import type { ListSummary } from './list-summary.ts';

interface ExtrasProps {
  gallery: GalleryRow;
  proofing: Proofing;
  summary: ListSummary;
}

/** Extra photos of each round with their payment, and those chosen since. Only for members with access to money. */
export function Extras({ proofing, summary: { list, count } }: ExtrasProps) {
  const { t } = useTranslation('proofing');
  const format = useFormat();
  const money = proofing.money.find(({ id }) => id === list.id);
  if (!money) return null;
  const current = extraCharge(count, {
    includedCount: list.includedCount,
    extraPrice: money.price?.extraPrice ?? null,
  });
  const isCounted = list.status === 'open' && current.amount > 0;
  if (!isCounted && money.charges.length === 0) return null;
  return (
    <ul data-figures className="flex flex-col gap-1">
      {isCounted && (
        <li className="text-soft">{t('extras.now', { count: current.count, amount: format.money(current.amount) })}</li>
      )}
      {money.charges.map((charge) => (
        <li key={charge.round} className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <span>{t('extras.round', { round: charge.round })}</span>
          <span>
            {t('extras.count', {
              count: charge.extraCount,
              amount: format.money(charge.amount, charge.currency),
            })}
          </span>
          <PaymentState charge={charge} />
        </li>
      ))}
    </ul>
  );
}

function PaymentState({ charge: { paymentId, payment } }: { charge: MoneyRow['charges'][number] }) {
  const { t } = useTranslation('proofing');
  if (paymentId === null) return <span className="text-caption text-soft">{t('extras.none')}</span>;
  // A photographer sees payments of their own sessions only.
  if (!payment) return null;
  const state = payment.status === 'pending' || payment.status === 'paid' ? payment.status : 'other';
  const tone = { pending: 'warning', paid: 'success', other: 'neutral' } as const;
  return (
    <>
      <Tag tone={tone[state]}>{t(`extras.${state}`)}</Tag>
      <Link to={sessionHref(payment.sessionId)} className="text-caption">
        {t('extras.open')}
      </Link>
    </>
  );
}
