import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Tag } from '#web/components/ui/feedback/tag.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useNow } from '#web/lib/format/use-now.ts';
import { proposalHref } from '#web/lib/paths.ts';
import { priceRange, STATE_TONES, viewProposal } from '../proposal-view.ts';
import type { ProposalListRow } from '../types.ts';

/** What an open proposal's row says of its time: until when, and whether it was opened. */
export function useProposalDetail() {
  const { t } = useTranslation('proposals');
  const format = useFormat();
  const now = useNow();
  return ({ sentAt, openedAt, decidedAt, validUntil, ...row }: ProposalListRow): string => {
    const { state } = viewProposal({ ...row, validUntil }, now);
    if (decidedAt !== null)
      return t(`when.${state === 'accepted' ? 'accepted' : 'declined'}`, { date: format.date(decidedAt) });
    if (state === 'lapsed') return t('when.lapsed', { date: format.date(validUntil ?? now) });
    if (state === 'draft') return t('when.created', { date: format.date(row.createdAt) });
    return [
      openedAt === null
        ? t('when.sent', { date: format.date(sentAt ?? now) })
        : t('when.opened', { date: format.date(openedAt) }),
      validUntil !== null && t('when.until', { date: format.date(validUntil) }),
    ]
      .filter(Boolean)
      .join(' · ');
  };
}

interface ProposalItemProps {
  proposal: ProposalListRow;
  /** False where all rows are of one client. */
  showsClient?: boolean;
}

/** A row of a list of proposals: whom it is for, what it costs, and its state. */
export function ProposalItem({ proposal, showsClient = true }: ProposalItemProps) {
  const { t } = useTranslation('proposals');
  const format = useFormat();
  const now = useNow();
  const detailOf = useProposalDetail();
  const { id, title, customer, lead, lines, totals } = proposal;
  const { state } = viewProposal(proposal, now);
  const { least, most } = priceRange(lines, proposal);
  const amount =
    state === 'accepted' && totals
      ? format.money(totals.total)
      : t(most > least ? 'from' : 'exactly', { amount: format.money(least) });
  const name = customer?.name ?? lead?.name ?? t('nobody');
  return (
    <li className="relative flex min-h-16 items-center gap-3 py-2.5 has-[a:hover]:bg-hover">
      <div className="min-w-0 grow">
        <p className="truncate font-medium">
          <Link to={proposalHref(id)} className="row-link">
            {showsClient ? name : title}
          </Link>
        </p>
        <p data-figures className="line-clamp-2 text-caption text-soft">
          {[showsClient && title, detailOf(proposal)].filter(Boolean).join(' · ')}
        </p>
      </div>
      <div className="flex shrink-0 flex-col items-end gap-0.5">
        <p data-figures className="font-medium">
          {amount}
        </p>
        <Tag tone={STATE_TONES[state]}>{t(`states.${state}`)}</Tag>
      </div>
    </li>
  );
}
