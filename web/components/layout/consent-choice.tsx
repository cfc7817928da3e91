import { useTranslation } from 'react-i18next';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useConsent, useDecide } from '#web/lib/reporting/consent.tsx';
import { Button } from '../ui/inputs/button.tsx';

/** The decision with its date, and the button that changes it. */
export function ConsentChoice() {
  const { t } = useTranslation('consent');
  const format = useFormat();
  const { status, decidedAt } = useConsent();
  const { choose, busy, failed } = useDecide();
  if (status === 'refused-by-browser') return <p className="measure text-soft">{t('byBrowser')}</p>;
  const date = decidedAt === null ? '' : format.day(decidedAt);
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <p className="grow" role="status">
        {status === 'granted' && t('granted', { date })}
        {status === 'refused' && t('refused', { date })}
        {status === 'unknown' && t('undecided')}
        {failed && <span className="block text-danger">{t('failed')}</span>}
      </p>
      {status !== 'granted' && (
        <Button loading={busy} onClick={() => void choose(true)}>
          {t('allow')}
        </Button>
      )}
      {status !== 'refused' && (
        <Button loading={busy} onClick={() => void choose(false)}>
          {t(status === 'granted' ? 'withdraw' : 'refuse')}
        </Button>
      )}
    </div>
  );
}
