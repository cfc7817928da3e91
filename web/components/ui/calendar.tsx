import { clsx } from 'clsx';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatLocale } from '#web/lib/format.ts';
import { firstWeekday, monthWeeks, shiftDay, shiftMonth } from './calendar-days.ts';
import { IconButton } from './icon-button.tsx';

export interface CalendarProps {
  /** The chosen day, `2026-11-21`; null for none. */
  value: string | null;
  onChange: (day: string) => void;
  /** The studio's today. */
  today: string;
  language: string;
  isDisabled?: (day: string) => boolean;
  /** Below the number: dots, counts. */
  renderDay?: (day: string) => ReactNode;
}

/** One month. Arrows move by day and week, Page Up and Down by month (ARIA grid). */
export function Calendar({ value, onChange, today, language, isDisabled, renderDay }: CalendarProps) {
  const { t } = useTranslation('common');
  const [focused, setFocused] = useState(value ?? today);
  const locale = formatLocale(language);
  const titleId = useId();
  const grid = useRef<HTMLTableElement>(null);
  const moved = useRef(false);
  const month = focused.slice(0, 7);
  const weeks = monthWeeks(month, firstWeekday(locale));
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
  const format = (day: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(Date.parse(day));
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center justify-between">
        <h3 id={titleId} aria-live="polite" className="font-semibold first-letter:uppercase">
          {format(focused, { month: 'long', year: 'numeric' })}
        </h3>
        <div className="-mr-2 flex">
          <IconButton
            label={t('previousMonth')}
            icon={<ChevronLeft aria-hidden />}
            onClick={() => setFocused(shiftMonth(focused, -1))}
          />
          <IconButton
            label={t('nextMonth')}
            icon={<ChevronRight aria-hidden />}
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
                abbr={format(day, { weekday: 'long' })}
                className="pb-1 text-caption font-normal text-soft"
              >
                {format(day, { weekday: 'narrow' })}
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
                    aria-label={format(day, { dateStyle: 'full' })}
                    aria-current={day === today ? 'date' : undefined}
                    disabled={isDisabled?.(day) ?? false}
                    onKeyDown={onKeyDown}
                    onClick={() => {
                      setFocused(day);
                      onChange(day);
                    }}
                    className={clsx(
                      'mx-auto flex h-control w-full max-w-14 flex-col items-center justify-center rounded-control transition-colors',
                      day === value ? 'bg-accent text-on-accent' : 'hover:bg-hover',
                      !day.startsWith(month) && day !== value && 'text-soft',
                      day === today && 'font-semibold underline underline-offset-4',
                      'disabled:line-through disabled:opacity-50',
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
