import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HOUR_MS } from '#core/domain/values/durations.ts';
import { Switch } from '#web/components/ui/inputs/switch.tsx';
import { Schedule } from '#web/components/ui/schedule/schedule.tsx';
import type { ScheduleItem, ScheduleSpan } from '#web/components/ui/schedule/types.ts';
import { defaultView } from '#web/components/ui/schedule/visible-days.ts';
import { useFormat } from '#web/lib/format/use-format.ts';
import { instantAt } from '#web/lib/format/wall-clock.ts';

const ZONE = 'Europe/Madrid';
/** Fixed clock, so that screenshots are equal: Tuesday, 24 November 2026, 11:20. */
const NOW = instantAt('2026-11-24', 11 * 60 + 20, ZONE);

const TERRACOTTA = '#84452a';
const PINE = '#35643e';
const OCEAN = '#2a5a84';

type Row = [date: string, hour: number, hours: number, title: string, subtitle: string, colour: string];

const rows: Row[] = [
  ['2026-11-23', 9, 1, 'Ana Serra', 'Retrat', TERRACOTTA],
  ['2026-11-23', 16, 2, 'Jon Etxeberria', 'Familia', PINE],
  ['2026-11-24', 10, 1, 'Núria Puig', 'Retrat', TERRACOTTA],
  ['2026-11-24', 10.5, 1.5, 'Marta Puig', 'Newborn', OCEAN],
  ['2026-11-24', 11.75, 0.25, 'Pau Riba', 'DNI', TERRACOTTA],
  ['2026-11-24', 15, 1, 'Ona Vidal', 'Retrat', TERRACOTTA],
  ['2026-11-24', 17, 1, 'Lluís Mas', 'Familia', PINE],
  ['2026-11-25', 12, 1.5, 'Laia Font', 'Newborn', OCEAN],
  ['2026-11-26', 10, 3, 'Estudi Nord', 'Producte', PINE],
  ['2026-11-28', 18, 8, 'Irene & Marc', 'Casament', TERRACOTTA],
];

const tones: Record<string, Pick<ScheduleItem, 'tone'> & { state?: 'inquiry' | 'cancelled' }> = {
  'Marta Puig': { tone: 'outlined', state: 'inquiry' },
  'Ona Vidal': { tone: 'struck', state: 'cancelled' },
};

/** Returns a sample week; labels of states are in the page's language. */
function sampleItems(words: { inquiry: string; cancelled: string }): ScheduleItem[] {
  return rows.map(([date, hour, hours, title, subtitle, colour]) => {
    const { tone = 'solid', state } = tones[title] ?? {};
    return {
      id: title,
      title,
      subtitle,
      colour,
      tone,
      start: instantAt(date, hour * 60, ZONE),
      end: instantAt(date, (hour + hours) * 60, ZONE),
      ...(state && { state: words[state] }),
      ...(state === 'cancelled' && { fixed: true }),
    };
  });
}

const hints = [
  { start: instantAt('2026-11-25', 9 * 60, ZONE), end: instantAt('2026-11-25', 12 * 60, ZONE) },
  { start: instantAt('2026-11-26', 15 * 60, ZONE), end: instantAt('2026-11-26', 19 * 60, ZONE) },
];

const blockedDays = ['2026-11-27', '2026-12-08'];

/** Calendar with a sample week. Applies its events and shows them below. */
export function ScheduleSection() {
  const { t } = useTranslation('design');
  const format = useFormat();
  const [view, setView] = useState(defaultView);
  const [date, setDate] = useState('2026-11-24');
  const [readOnly, setReadOnly] = useState(false);
  const [reported, setReported] = useState('');
  const [items, setItems] = useState(() =>
    sampleItems({ inquiry: t('schedule.inquiry'), cancelled: t('schedule.cancelled') }),
  );
  const spanOf = (span: ScheduleSpan) => format.span(span, NOW);
  const conflictsOf = useCallback(
    (id: string, start: number, end: number) =>
      items
        .filter((item) => item.id !== id && item.tone !== 'struck' && item.start < end && start < item.end)
        .map(({ title }) => title),
    [items],
  );
  return (
    <div className="flex flex-col gap-4">
      <Schedule
        label={t('schedule.label')}
        items={items}
        zone={ZONE}
        now={NOW}
        view={view}
        onViewChange={setView}
        date={date}
        onDateChange={setDate}
        blockedDays={blockedDays}
        hints={hints}
        readOnly={readOnly}
        conflictsOf={conflictsOf}
        onOpen={(id) => setReported(t('schedule.opened', { name: id }))}
        onMove={(id, to) => {
          setItems((before) => before.map((item) => (item.id === id ? { ...item, ...to } : item)));
          setReported(t('schedule.moved', { name: id, when: spanOf(to) }));
        }}
        onCreate={(start, end) =>
          setReported(t('schedule.created', { when: spanOf({ start, end: end ?? start + HOUR_MS }) }))
        }
      />
      <Switch label={t('schedule.readOnly')} checked={readOnly} onChange={setReadOnly} />
      <p data-figures className="min-h-6 text-caption text-soft">
        {reported}
      </p>
    </div>
  );
}
