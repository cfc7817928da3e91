import { useTranslation } from 'react-i18next';
import type { StudioInsights } from '#core/api/insights.ts';
import { AWAY_MONTHS, type AwayMonths } from '#core/domain/studio/insights.ts';
import { OwnAmounts } from '#web/lib/payments/own-amounts.tsx';
import { ListSelect } from '#web/components/layout/list-toolbar.tsx';
import { BarChart } from '#web/components/ui/charts/bar-chart.tsx';
import { BarList } from '#web/components/ui/charts/bar-list.tsx';
import { ListRow } from '#web/components/ui/lists/list-row.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { customerHref } from '#web/lib/paths.ts';
import { usePeriodNames } from './period.tsx';

/** From looking at free times to a booking. */
export function BookingSteps({ booking }: { booking: NonNullable<StudioInsights['booking']> }) {
  const { t } = useTranslation('insights');
  const format = useFormat();
  const { viewed, started, booked, requested, accepted, declined } = booking;
  if (viewed + started + booked + requested === 0) return <p className="measure text-soft">{t('none.booking')}</p>;
  const made = booked + requested;
  const steps = [
    { key: 'viewed', value: viewed },
    { key: 'started', value: started },
    { key: 'made', value: made },
  ] as const;
  return (
    <div className="flex flex-col gap-4">
      <BarList
        label={t('sections.booking')}
        items={steps.map(({ key, value }) => ({
          key,
          name: t(`booking.${key}`),
          value,
          text: format.number(value),
        }))}
      />
      <ul className="flex flex-col gap-1 text-soft">
        {viewed > 0 && <li>{t('booking.rate', { percent: format.percent(Math.min(1, made / viewed)) })}</li>}
        {requested > 0 && (
          <li>
            {t('booking.requests', {
              count: requested,
              accepted: format.number(accepted),
              declined: format.number(declined),
            })}
          </li>
        )}
      </ul>
    </div>
  );
}

interface RevenueProps {
  unit: 'day' | 'month';
  revenue: NonNullable<StudioInsights['revenue']>;
}

/** Money received by day or month, and by session type. */
export function RevenueByType({ unit, revenue }: RevenueProps) {
  const { t } = useTranslation('insights');
  const names = usePeriodNames(unit);
  const format = useFormat();
  const { currency, months, types, others } = revenue;
  const money = (amount: number) => format.money(amount, currency);
  return (
    <div className="flex flex-col gap-6">
      <BarChart
        label={t('revenue.received')}
        unit={t(`unit.${unit}`)}
        points={months.map(({ key, amount }) => ({ key, value: amount, ...names(key) }))}
        format={money}
        empty={t('none.revenue')}
      />
      {types.length > 0 && (
        <BarList
          label={t('revenue.byType')}
          items={types.map(({ name, amount, payments }) => ({
            key: name,
            name: name || t('revenue.noType'),
            value: amount,
            text: money(amount),
            detail: t('revenue.payments', { count: payments }),
          }))}
        />
      )}
      {others.length > 0 && (
        <p className="text-soft">
          {t('revenue.others', {
            amounts: others.map((other) => format.money(other.amount, other.currency)).join(' · '),
          })}
        </p>
      )}
      <OwnAmounts />
    </div>
  );
}

interface AwayClientsProps {
  clients: NonNullable<StudioInsights['clients']>;
  away: AwayMonths;
  onAway: (away: AwayMonths) => void;
}

/** Clients to come back to. */
export function AwayClients({ clients, away, onAway }: AwayClientsProps) {
  const { t } = useTranslation('insights');
  const format = useFormat();
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="measure text-soft">{t('clients.intro')}</p>
        <ListSelect
          label={t('clients.away')}
          value={away}
          options={AWAY_MONTHS.map((value) => ({ value, label: t('clients.months', { count: Number(value) }) }))}
          onChange={onAway}
        />
      </div>
      {clients.length === 0 ? (
        <p className="text-soft">{t('none.clients')}</p>
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {clients.map(({ id, name, lastSessionAt, lastType, sessions }) => (
            <ListRow
              key={id}
              to={customerHref(id)}
              title={name}
              detail={[lastType, t('clients.last', { date: format.day(lastSessionAt) })].filter(Boolean).join(' · ')}
              trailing={<span className="text-soft">{t('clients.sessions', { count: sessions })}</span>}
            />
          ))}
        </ul>
      )}
    </div>
  );
}
