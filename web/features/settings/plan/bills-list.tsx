import { useTranslation } from 'react-i18next';
import type { StudioPlan } from '#core/api/plan.ts';
import { PageSection } from '#web/components/layout/page-section.tsx';
import { EmptyState } from '#web/components/ui/feedback/empty-state.tsx';
import { Tag, type Tone } from '#web/components/ui/feedback/tag.tsx';
import { buttonClass } from '#web/components/ui/inputs/button.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { isUnpaid } from './plan-part.ts';

type Bill = StudioPlan['statements'][number];

const TONES: Readonly<Record<Bill['status'], Tone>> = {
  waived: 'neutral',
  pending: 'neutral',
  held: 'neutral',
  open: 'neutral',
  paid: 'success',
  uncollectible: 'danger',
  void: 'neutral',
};

/** Bills of former months, with what Stripe says about them. */
export function BillsList({ plan: { statements } }: { plan: StudioPlan }) {
  const { t } = useTranslation('plan');
  if (statements.length === 0) return <EmptyState title={t('bills.title')}>{t('bills.none')}</EmptyState>;
  return (
    <PageSection title={t('bills.title')}>
      <ul className="divide-y divide-line border-y border-line">
        {statements.map((bill) => (
          <BillRow key={bill.month} bill={bill} />
        ))}
      </ul>
    </PageSection>
  );
}

function BillRow({ bill }: { bill: Bill }) {
  const { t } = useTranslation('plan');
  const format = useFormat();
  const { month, amount, total, currency, status, isFailed, credit, number, pageUrl, pdfUrl, paidAt } = bill;
  const name = format.month(month);
  const text =
    total === null
      ? t('bills.net', { amount: format.money(amount, currency) })
      : t('bills.withVat', { amount: format.money(total, currency) });
  const link = (href: string, label: string, full: string) => (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={full}
      className={buttonClass({ size: 'small' })}
    >
      {label}
    </a>
  );
  return (
    <li className="flex min-h-control flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="flex min-w-0 flex-col gap-0.5">
        <span className="font-medium">{name}</span>
        <span className="text-caption text-soft tabular-nums">{number ? `${text} · ${number}` : text}</span>
        {credit > 0 && (
          <span className="text-caption text-soft tabular-nums">
            {t('bills.credit', { amount: format.money(credit, currency) })}
          </span>
        )}
        <Tag tone={isFailed ? 'danger' : TONES[status]}>
          {paidAt === null
            ? t(`bills.status.${isFailed ? 'failed' : status}`)
            : t('bills.paidOn', { date: format.day(paidAt) })}
        </Tag>
      </div>
      <div className="flex gap-2">
        {isUnpaid(bill) && pageUrl && link(pageUrl, t('bills.pay'), t('bills.payOf', { month: name }))}
        {pdfUrl && link(pdfUrl, t('bills.pdf'), t('bills.pdfOf', { month: name }))}
      </div>
    </li>
  );
}
