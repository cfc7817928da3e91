import { useTranslation } from 'react-i18next';
import type { PublicLine, WithdrawalState } from '#core/api/dues.ts';
import type { ToldRight } from '#core/domain/payments/withdrawal-terms.ts';
import { useFormat } from '#web/lib/format/use-format.ts';

interface OrderLinesProps {
  lines: readonly PublicLine[];
  currency: string;
}

/** What an order charges, line by line. */
export function OrderLines({ lines, currency }: OrderLinesProps) {
  const { t } = useTranslation('public');
  const format = useFormat({ currency });
  if (lines.length === 0) return null;
  const titleOf = ({ kind, title }: PublicLine) => title || t(`lines.${kind === 'product' ? 'other' : kind}`);
  const detailsOf = ({ quantity, unitAmount, discount }: PublicLine) =>
    [
      quantity > 1 && unitAmount !== null && t('lines.pieces', { quantity, amount: format.money(unitAmount) }),
      discount > 0 && t('lines.less', { amount: format.money(discount) }),
    ]
      .filter(Boolean)
      .join(' · ');
  return (
    <ul aria-label={t('lines.label')} className="flex flex-col divide-y divide-line border-y border-line">
      {lines.map((line, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the lines of an order keep their order
        <li key={index} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 py-2.5">
          <span className="min-w-0 flex-1 basis-48 wrap-anywhere">
            {titleOf(line)}
            {detailsOf(line) && <span className="block text-caption text-soft">{detailsOf(line)}</span>}
          </span>
          <span data-figures>{format.money(line.amount)}</span>
        </li>
      ))}
    </ul>
  );
}

interface WithdrawalTermsProps {
  rights: readonly ToldRight[];
  /** Name of the studio. */
  studio: string;
}

/** Says before an order from what the client can withdraw, and why from the rest not. */
export function WithdrawalTerms({ rights, studio }: WithdrawalTermsProps) {
  const { t } = useTranslation('public');
  if (rights.length === 0) return null;
  return (
    <ul aria-label={t('withdraw.title')} className="measure flex flex-col gap-1 text-caption text-soft">
      {rights.map(({ right, titles }) => (
        <li key={right} className="wrap-anywhere">
          {titles.length > 0 && <span className="text-ink">{`${titles.join(', ')}: `}</span>}
          {t(`withdraw.told.${right}`, { studio })}
        </li>
      ))}
    </ul>
  );
}

interface WithdrawalNoteProps {
  state: WithdrawalState | null;
  /** The page on which the client withdraws. */
  href: string;
  /** Name of the studio. */
  studio: string;
  zone: string;
}

/** The client's right to withdraw from the contract, with the link to its page; or when they have used it. */
export function WithdrawalNote({ state, href, studio, zone }: WithdrawalNoteProps) {
  const { t } = useTranslation('public');
  const format = useFormat({ zone });
  if (state === null) return null;
  if (state.state === 'declared') {
    return <p className="measure">{t('withdraw.withdrawn', { date: format.span({ start: state.at }), studio })}</p>;
  }
  const { until } = state;
  return (
    <div className="flex flex-col items-start gap-1">
      <p className="measure text-caption text-soft">
        {until === null ? t('withdraw.untilDelivered') : t('withdraw.until', { date: format.date(until) })}
      </p>
      <a href={href} className="thumb underline">
        {t('withdraw.link')}
      </a>
    </div>
  );
}
