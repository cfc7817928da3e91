import { Plus, X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { crossesMidnight } from '#core/domain/slots/schedule-plans.ts';
import { Button, IconButton } from '#web/components/ui/inputs/button.tsx';
import { Checkbox } from '#web/components/ui/inputs/checkbox.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { weekdayText } from './plan-labels.ts';
import type { PlanWindow } from './plan-values.ts';

interface LabelledGroupProps {
  label: string;
  error: string | undefined;
  className: string;
  children: ReactNode;
}

/** Groups several controls under one label and one error. */
function LabelledGroup({ label, error, className, children }: LabelledGroupProps) {
  const id = useId();
  return (
    <div
      data-wrong={error ? '' : undefined}
      role="group"
      aria-labelledby={id}
      aria-describedby={error && `${id}-error`}
      className={className}
    >
      <span id={id} className="text-caption font-medium">
        {label}
      </span>
      {children}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-caption text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

/** Maximum number of windows of a plan. */
const MOST = 24;

interface TimeWindowsProps {
  windows: readonly PlanWindow[];
  onChange: (windows: PlanWindow[]) => void;
  error: string | undefined;
}

/** Returns true if the window crosses midnight. An end of 00:00 is the end of the day, and empty times do not count. */
const isNight = (window: PlanWindow) => window.start && window.end && window.end !== '00:00' && crossesMidnight(window);

/** Edits, adds and removes time windows of a day. */
export function TimeWindows({ windows, onChange, error }: TimeWindowsProps) {
  const { t } = useTranslation('scheduling');
  const noteId = useId();
  const change = (index: number, changes: Partial<PlanWindow>) =>
    onChange(windows.map((window, at) => (at === index ? { ...window, ...changes } : window)));
  const add = () => onChange([...windows, { start: windows.at(-1)?.end ?? '09:00', end: '' }]);
  return (
    <LabelledGroup label={t('plan.times')} error={error} className="flex flex-col gap-2">
      {windows.map((window, index) => (
        // Key by index: the times change while typing.
        <div key={index} className="flex items-center gap-2">
          <TextInput
            type="time"
            aria-label={t('plan.timeFrom', { number: index + 1 })}
            value={window.start}
            onChange={({ target }) => change(index, { start: target.value })}
            className="max-w-36 px-2.5 tabular-nums"
          />
          <span aria-hidden className="text-soft">
            {'–'}
          </span>
          <TextInput
            type="time"
            aria-label={t('plan.timeTo', { number: index + 1 })}
            aria-describedby={isNight(window) ? noteId : undefined}
            value={window.end}
            onChange={({ target }) => change(index, { end: target.value })}
            className="max-w-36 px-2.5 tabular-nums"
          />
          {windows.length > 1 && (
            <IconButton
              label={t('plan.removeTime', { number: index + 1 })}
              icon={<X aria-hidden />}
              onClick={() => onChange(windows.toSpliced(index, 1))}
            />
          )}
        </div>
      ))}
      {windows.some(isNight) && (
        <p id={noteId} className="measure text-caption text-soft">
          {t('plan.night')}
        </p>
      )}
      {windows.length < MOST && (
        <Button size="small" icon={<Plus />} className="self-start" onClick={add}>
          {t('plan.addTime')}
        </Button>
      )}
    </LabelledGroup>
  );
}

const WEEK = [1, 2, 3, 4, 5, 6, 7];

interface WeekdaysProps {
  /** ISO weekdays; Monday is 1. */
  value: readonly number[];
  onChange: (weekdays: number[]) => void;
  error: string | undefined;
}

export function Weekdays({ value, onChange, error }: WeekdaysProps) {
  const { t } = useTranslation('scheduling');
  const format = useFormat();
  return (
    <LabelledGroup label={t('plan.days')} error={error} className="flex flex-col gap-1">
      <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-4">
        {WEEK.map((weekday) => (
          <Checkbox
            key={weekday}
            label={<span className="inline-block first-letter:uppercase">{weekdayText(weekday, format, 'long')}</span>}
            checked={value.includes(weekday)}
            onChange={(isOn) => onChange(isOn ? [...value, weekday] : value.filter((day) => day !== weekday))}
          />
        ))}
      </div>
    </LabelledGroup>
  );
}
