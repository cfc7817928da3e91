import { useTranslation } from 'react-i18next';
import { type PlacedLine, priceLines, sortLines } from '#core/domain/payments/proposal-prices.ts';
import { sessionEnd } from '#core/domain/sessions/sessions.ts';
import { PageSection } from '#web/components/layout/page-section.tsx';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useNow } from '#web/lib/format/use-now.ts';
import { priceRange, viewProposal } from './proposal-view.ts';
import type { ProposalLineRow, ProposalRow } from './types.ts';

/** What was sent, and what the client has chosen or written. */
export function ProposalSummary({ proposal }: { proposal: ProposalRow }) {
  const { t } = useTranslation('proposals');
  const format = useFormat();
  const { state } = viewProposal(proposal, useNow());
  const { lines, date, duration, validUntil, signerName, reason, contractTemplate, sessionType } = proposal;
  const isAccepted = state === 'accepted';
  const shown = sortLines(lines).filter(({ choice, isChosen }) => !isAccepted || choice === 'fixed' || isChosen);
  const placed = isAccepted ? priceLines(shown, proposal) : null;
  const { least, most } = priceRange(lines, proposal);
  const facts = [
    [t('fields.type'), sessionType?.name],
    [t('fields.date'), date !== null && format.span({ start: date, end: sessionEnd({ date, duration }) })],
    [t('fields.contract'), contractTemplate?.name],
    [t('fields.valid'), validUntil !== null && format.day(validUntil)],
    [t('acceptedBy'), signerName],
  ] as const;
  return (
    <div className="flex min-w-0 flex-col gap-8">
      {state === 'declined' && reason && (
        <Banner tone="info" title={t('reason')}>
          <span className="wrap-anywhere whitespace-pre-line">{reason}</span>
        </Banner>
      )}
      <dl className="flex flex-col gap-2">
        {facts.map(([term, value]) =>
          value ? (
            <div key={term} className="flex flex-wrap gap-x-4">
              <dt className="w-32 shrink-0 text-soft">{term}</dt>
              <dd data-figures className="min-w-0 flex-1 basis-40 wrap-anywhere">
                {value}
              </dd>
            </div>
          ) : null,
        )}
      </dl>
      <PageSection title={t(isAccepted ? 'lines.chosen' : 'lines.title')}>
        <ul className="divide-y divide-line border-b border-line">
          {shown.map((line) => (
            <SummaryLine key={line.id} line={line} />
          ))}
          {placed && placed.discount > 0 && (
            <li data-figures className="flex justify-between gap-4 py-2.5">
              <span>{t('discount.label')}</span>
              <span>{`−${format.money(placed.discount)}`}</span>
            </li>
          )}
        </ul>
        <p data-figures className="flex justify-between gap-4 font-semibold">
          <span>{t('total')}</span>
          <span>
            {placed
              ? format.money(placed.total)
              : most > least
                ? t('range', { least: format.money(least), most: format.money(most) })
                : format.money(least)}
          </span>
        </p>
      </PageSection>
    </div>
  );
}

function SummaryLine({ line }: { line: ProposalLineRow | PlacedLine<ProposalLineRow> }) {
  const { t } = useTranslation('proposals');
  const format = useFormat();
  const { title, quantity, unitAmount, choice, groupName } = line;
  return (
    <li className="flex items-baseline justify-between gap-4 py-2.5">
      <span className="min-w-0">
        <span className="wrap-anywhere">{title}</span>
        {(choice !== 'fixed' || quantity > 1) && (
          <span data-figures className="block text-caption text-soft">
            {[
              choice === 'optional' && t('choices.optional'),
              choice === 'one_of' && groupName,
              quantity > 1 && t('pieces', { quantity, amount: format.money(unitAmount) }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        )}
      </span>
      <span data-figures className="shrink-0">
        {format.money(quantity * unitAmount)}
      </span>
    </li>
  );
}
