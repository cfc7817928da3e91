import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type SupportVisit, VISIT_HOURS } from '#core/domain/studio/support.ts';
import { useApiCall } from '#web/components/layout/use-api-call.ts';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { useAccounts } from '#web/lib/accounts/accounts.tsx';
import { useApi } from '#web/lib/api/api-context.tsx';
import { useApiData } from '#web/lib/api/use-api-data.ts';
import { useFormat } from '#web/lib/format/use-format.ts';
import { TeamSection } from './team-section.tsx';

/** Visits of the operator's support that are asked for or going on, which owners allow and end. Nothing without one. */
export function SupportVisits() {
  const { t } = useTranslation('team');
  const api = useApi();
  const load = useCallback(() => api.members.supportVisits(), [api]);
  const { data, reload } = useApiData(load);
  const { reload: reloadAccounts } = useAccounts();
  const onChanged = () => {
    reload();
    // The owner's banner reads visits of the account.
    reloadAccounts();
  };
  if (!data || data.length === 0) return null;
  return (
    <TeamSection title={t('support.title')} intro={t('support.intro')}>
      <ul className="divide-y divide-line border-y border-line">
        {data.map((visit) => (
          <VisitItem key={visit.id} visit={visit} onChanged={onChanged} />
        ))}
      </ul>
    </TeamSection>
  );
}

function VisitItem({ visit: { id, email, reason, until }, onChanged }: { visit: SupportVisit; onChanged: () => void }) {
  const { t } = useTranslation('team');
  const api = useApi();
  const format = useFormat();
  const { call, busy } = useApiCall();
  const [chosen, setChosen] = useState<number | null>(null);
  const params = { visitId: id };
  const allow = async (hours: (typeof VISIT_HOURS)[number]) => {
    setChosen(hours);
    if (await call(() => api.members.allowSupport({ params, body: { hours } }), t('support.allowed'))) onChanged();
    setChosen(null);
  };
  const end = async () => {
    if (await call(() => api.members.endSupport({ params }), t('support.ended'))) onChanged();
  };
  return (
    <li className="flex flex-col gap-3 py-4">
      <div className="flex flex-col gap-1">
        <p className="font-medium wrap-anywhere">{email}</p>
        <p className="measure wrap-anywhere">{reason}</p>
        <p className="text-caption text-soft">
          {until === null ? t('support.asked') : t('support.until', { when: format.dateTime(until) })}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {until === null &&
          VISIT_HOURS.map((hours) => (
            <Button
              key={hours}
              size="small"
              loading={busy && chosen === hours}
              disabled={busy}
              onClick={() => void allow(hours)}
            >
              {t('support.allow', { count: hours })}
            </Button>
          ))}
        <Button size="small" disabled={busy} onClick={() => void end()}>
          {until === null ? t('support.decline') : t('support.end')}
        </Button>
      </div>
    </li>
  );
}
