import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { defaultView } from '#web/components/ui/schedule/default-view.ts';
import { Schedule } from '#web/components/ui/schedule/schedule.tsx';
import type { ScheduleSpan } from '#web/components/ui/schedule/types.ts';
import { Switch } from '#web/components/ui/switch.tsx';
import { formatSpan } from '#web/lib/format.ts';
import { currentLanguage } from '#web/lib/i18n.ts';
import { blockedDays, hints, NOW, sampleItems, ZONE } from './schedule-samples.ts';

const HOUR_MS = 3_600_000;

/** The calendar with a week in it. What it reports is done and said below. */
export function ScheduleSection() {
  const { t } = useTranslation('design');
  const [view, setView] = useState(defaultView);
  const [date, setDate] = useState('2026-11-24');
  const [readOnly, setReadOnly] = useState(false);
  const [reported, setReported] = useState('');
  const [items, setItems] = useState(() =>
    sampleItems({ inquiry: t('schedule.inquiry'), cancelled: t('schedule.cancelled') }),
  );
  const spanOf = (span: ScheduleSpan) => formatSpan({ ...span, zone: ZONE }, currentLanguage(), NOW);
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
        language={currentLanguage()}
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
        onCreate={(start) => setReported(t('schedule.created', { when: spanOf({ start, end: start + HOUR_MS }) }))}
      />
      <Switch label={t('schedule.readOnly')} checked={readOnly} onChange={setReadOnly} />
      <p data-figures className="min-h-6 text-caption text-soft">
        {reported}
      </p>
    </div>
  );
}
