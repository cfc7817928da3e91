import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button.tsx';
import { IconButton } from '../icon-button.tsx';
import { SegmentedControl } from '../segmented-control.tsx';
import { SCHEDULE_VIEWS, type ScheduleView } from './types.ts';

interface ScheduleToolbarProps {
  title: string;
  view: ScheduleView;
  onViewChange: (view: ScheduleView) => void;
  onPage: (by: 1 | -1) => void;
  onToday: () => void;
  actions?: ReactNode;
}

export function ScheduleToolbar({ title, view, onViewChange, onPage, onToday, actions }: ScheduleToolbarProps) {
  const { t } = useTranslation('schedule');
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="flex min-w-0 grow items-center gap-1 md:grow-0">
        <IconButton
          className="-ml-3"
          label={t(`previous.${view}`)}
          icon={<ChevronLeft aria-hidden />}
          onClick={() => onPage(-1)}
        />
        <IconButton label={t(`next.${view}`)} icon={<ChevronRight aria-hidden />} onClick={() => onPage(1)} />
        <h2 aria-live="polite" data-figures className="min-w-0 grow text-lead font-medium first-letter:uppercase">
          {title}
        </h2>
        <Button size="small" onClick={onToday} className="md:ml-3">
          {t('today')}
        </Button>
      </div>
      <div className="flex min-w-0 flex-wrap items-center gap-3">
        <SegmentedControl
          label={t('view')}
          value={view}
          onChange={onViewChange}
          options={SCHEDULE_VIEWS.map((value) => ({ value, label: t(`views.${value}`) }))}
        />
        {actions}
      </div>
    </div>
  );
}
