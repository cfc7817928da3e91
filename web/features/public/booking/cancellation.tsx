import { useTranslation } from 'react-i18next';
import type { ManagedBooking } from '#core/api/managed-booking.ts';
import type { CancellationStep } from '#core/domain/payments/cancellation-terms.ts';
import { type CancellationWords, describeSteps } from '#core/domain/payments/cancellation-text.ts';
import { useFormat } from '#web/lib/format/use-format.ts';
import { DefinitionList } from './step-page.tsx';
import type { TimeZones } from './times/time-zones.ts';

interface CancellationRuleTextProps {
  steps: readonly CancellationStep[];
  /** Null if the studio shows no price. */
  currency: string | null;
  zones: TimeZones;
}

/** Says what is kept if the client cancels, with amounts and times. */
export function CancellationRuleText({ steps, currency, zones }: CancellationRuleTextProps) {
  const { t } = useTranslation('cancellation');
  const format = useFormat({ zone: zones.shown, ...(currency !== null && { currency }) });
  const text: CancellationWords['text'] = (key, values) => t(key, values);
  const words = { text, money: currency === null ? null : format.money };
  return (
    <section className="flex flex-col gap-1">
      <h2 className="font-semibold">{t('title')}</h2>
      <ul className="measure flex flex-col gap-1 text-soft">
        {describeSteps(words, steps, (start) => format.span({ start })).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}

interface BookingMoneyProps {
  booking: ManagedBooking;
  studio: string;
  zones: TimeZones;
}

/** Says before a cancellation what is kept and what goes back, and until when these amounts apply. */
export function CancellationTermsText({ booking, studio, zones }: BookingMoneyProps) {
  const { t } = useTranslation('cancellation');
  const { currency, paid, cancellation } = booking;
  const format = useFormat({ zone: zones.shown, currency });
  if (paid === 0) return cancellation && <p className="measure">{t('now.nothing')}</p>;
  if (!cancellation?.terms) return <p className="measure">{t('now.none', { paid: format.money(paid), studio })}</p>;
  const { kept, returned, until } = cancellation.terms;
  return (
    <div className="flex flex-col gap-2">
      <DefinitionList
        rows={[
          [t('now.paid'), format.money(paid)],
          ...(kept > 0 ? [[t('now.kept'), format.money(kept)] as const] : []),
          [t('now.returned'), <strong key="returned">{format.money(returned)}</strong>],
        ]}
      />
      {until !== null && <p className="measure">{t('now.until', { date: format.span({ start: until }) })}</p>}
      {returned > 0 && (
        <p className="measure text-soft">
          {t(cancellation.isAutomatic ? 'now.automatic' : 'now.byStudio', { studio })}
        </p>
      )}
    </div>
  );
}

/** Says what became of the money of a cancelled session. */
export function SettlementText({ booking, studio }: Omit<BookingMoneyProps, 'zones'>) {
  const { t } = useTranslation('cancellation');
  const { currency, paid, settlement } = booking;
  const format = useFormat({ currency });
  if (!settlement) return paid > 0 && <p className="measure">{t('now.none', { paid: format.money(paid), studio })}</p>;
  const { kept, returned, toReturn } = settlement;
  if (kept + returned + toReturn === 0) return null;
  return (
    <div className="measure flex flex-col gap-1">
      <p>{kept > 0 ? t('done.kept', { studio, kept: format.money(kept) }) : t('done.keptNothing', { studio })}</p>
      {returned > 0 && <p>{t('done.returned', { amount: format.money(returned) })}</p>}
      {toReturn > 0 && <p>{t('done.toReturn', { studio, amount: format.money(toReturn) })}</p>}
    </div>
  );
}
