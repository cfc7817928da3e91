import { clsx } from 'clsx';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#web/lib/format/use-format.ts';
import { IconButton } from './button.tsx';
import { firstWeekday, monthWeeks, shiftDay, shiftMonth } from './calendar-days.ts';

interface CalendarProps {
  /** The chosen day, `2026-11-21`, or null. */
  value: string | null;
  onChange: (day: string) => void;
  /** Today in the studio's zone. */
  today: string;
  isDisabled?: (day: string) => boolean;
  /** Rendered below the number: dots, counts. */
  renderDay?: (day: string) => ReactNode;
  /** Text of `renderDay` for screen readers, after the day's name. */
  describeDay?: (day: string) => string | undefined;
  /** The focused day, which also sets the month. Uncontrolled if undefined. */
  shown?: string;
  onShow?: (day: string) => void;
  /** First and last day: limit the months that can be shown. */
  min?: string;
  max?: string;
}

/**
 * Calendar of one month. Arrows move by day and week, Page Up and Down by month (ARIA grid). Disabled days can have the
 * focus, so that the keyboard can reach the days after them.
 */
export function Calendar(props: CalendarProps) {
  const { value, onChange, today, isDisabled, renderDay, describeDay, onShow, min, max } = props;
  const { t } = useTranslation('common');
  const [kept, setKept] = useState(value ?? today);
  const focused = props.shown ?? kept;
  const moved = useRef(false);
  const setFocused = (day: string) => {
    const within = min && day < min ? min : max && day > max ? max : day;
    // At a limit the focus does not move, so no focus change is pending.
    if (within === focused) moved.current = false;
    setKept(within);
    onShow?.(within);
  };
  const format = useFormat();
  const titleId = useId();
  const grid = useRef<HTMLTableElement>(null);
  const month = focused.slice(0, 7);
  const weeks = monthWeeks(month, firstWeekday(format.locale));
  useEffect(() => {
    if (moved.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    moved.current = false;
  }, [focused]);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = keyTarget(event.key, focused);
    if (!next) return;
    event.preventDefault();
    moved.current = true;
    setFocused(next);
  };
  const fullDay = (day: string) =>
    format.dateText(Date.parse(day), {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    });
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center justify-between">
        <h3 id={titleId} aria-live="polite" className="font-semibold first-letter:uppercase">
          {format.calendarDate(focused, { month: 'long', year: 'numeric' })}
        </h3>
        <div className="-mr-2 flex">
          <IconButton
            label={t('previousMonth')}
            icon={<ChevronLeft aria-hidden />}
            aria-disabled={(min !== undefined && month <= min.slice(0, 7)) || undefined}
            onClick={() => setFocused(shiftMonth(focused, -1))}
          />
          <IconButton
            label={t('nextMonth')}
            icon={<ChevronRight aria-hidden />}
            aria-disabled={(max !== undefined && month >= max.slice(0, 7)) || undefined}
            onClick={() => setFocused(shiftMonth(focused, 1))}
          />
        </div>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- the ARIA grid pattern is a table */}
      <table ref={grid} role="grid" aria-labelledby={titleId} className="w-full table-fixed border-collapse">
        <thead>
          <tr>
            {weeks[0]?.map((day) => (
              <th
                key={day}
                scope="col"
                abbr={format.calendarDate(day, { weekday: 'long' })}
                className="pb-1 text-caption font-normal text-soft"
              >
                {format.calendarDate(day, { weekday: 'narrow' })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day} aria-selected={day === value} className="p-0 text-center">
                  <button
                    type="button"
                    tabIndex={day === focused ? 0 : -1}
                    aria-label={[fullDay(day), describeDay?.(day)].filter(Boolean).join(', ')}
                    aria-current={day === today ? 'date' : undefined}
                    aria-disabled={isDisabled?.(day) || undefined}
                    onKeyDown={onKeyDown}
                    onClick={() => {
                      setFocused(day);
                      if (!isDisabled?.(day)) onChange(day);
                    }}
                    className={clsx(
                      'mx-auto flex h-control w-full max-w-14 flex-col items-center justify-center rounded-control transition-colors',
                      day === value ? 'bg-accent text-on-accent' : 'not-aria-disabled:hover:bg-hover',
                      !day.startsWith(month) && day !== value && 'text-soft',
                      day === today && 'font-semibold underline underline-offset-4',
                      'aria-disabled:opacity-50',
                    )}
                  >
                    {Number(day.slice(8))}
                    {renderDay?.(day)}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function keyTarget(key: string, day: string): string | null {
  const days: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
  if (key === 'PageUp') return shiftMonth(day, -1);
  if (key === 'PageDown') return shiftMonth(day, 1);
  const by = days[key];
  return by === undefined ? null : shiftDay(day, by);
}
