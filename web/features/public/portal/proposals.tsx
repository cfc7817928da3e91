import { useTranslation } from 'react-i18next';
import type { PortalPage } from '#core/api/portal.ts';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import type { Opening } from './opening.ts';
import { listClass, Row } from './portal-row.tsx';

/** Open proposals; each links to its own page, where it is accepted. */
export function Proposals({ data, openProposal, busy }: { data: PortalPage } & Opening) {
  const { t } = useTranslation('portal');
  const { studio } = data;
  const format = useFormat({ zone: studio.timeZone });
  return (
    <ul className={listClass}>
      {data.proposals.map(({ id, title, validUntil }) => (
        <Row
          key={id}
          title={title}
          // `validUntil` is the end of a day, so its date is that day.
          details={[t('proposals.until', { date: format.date(validUntil) })]}
          action={
            <Button
              loading={busy === id}
              aria-label={`${t('proposals.open')}: ${title}`}
              onClick={() => openProposal(id)}
            >
              {t('proposals.open')}
            </Button>
          }
        />
      ))}
    </ul>
  );
}
