import { clsx } from 'clsx';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { labelledIndexes, scaleTop } from './chart-scale.ts';

interface ChartPoint {
  key: string;
  /** Below the bar: "21" or "Nov". */
  label: string;
  /** In the readout and in the table: "Sat 21 Nov". */
  name: string;
  value: number;
}

interface BarChartProps {
  /** The name of the figure: "Visits". */
  label: string;
  /** Heading of the table's first column: "Day". */
  unit: string;
  points: readonly ChartPoint[];
  /** Above the chart while no bar is read, instead of the total. */
  summary?: string;
  /** Formats a value, also on the scale. */
  format: (value: number) => string;
  /** Replaces the bars if all are zero. */
  empty: ReactNode;
}

/** Space between bars, as a share of a bar's slot. */
const GAP = 0.28;

/**
 * Bars over time. The pointer, a tap and the arrow keys read a bar's value above the chart; screen readers hear it, and
 * have the figures as a table.
 */
export function BarChart({ label, unit, points, summary, format, empty }: BarChartProps) {
  const { t } = useTranslation('app');
  const [chosen, setChosen] = useState<number | null>(null);
  const total = points.reduce((sum, { value }) => sum + value, 0);
  const active = chosen === null ? undefined : points[chosen];
  const isEmpty = points.every(({ value }) => value === 0);
  return (
    <figure className="flex flex-col gap-3">
      <p data-figures className="flex min-h-8 items-baseline gap-3">
        {(active || summary === undefined) && (
          <strong className="text-lead font-semibold">{format(active ? active.value : total)}</strong>
        )}
        <span className="text-soft">{active ? active.name : (summary ?? t('chart.total'))}</span>
      </p>
      {isEmpty ? (
        <p className="flex h-48 items-center justify-center border-y border-line px-6 text-center text-soft">{empty}</p>
      ) : (
        <Bars {...{ label, points, format, chosen, setChosen }} />
      )}
      <figcaption className="sr-only">{label}</figcaption>
      <ChartTable {...{ label, unit, points, format }} />
    </figure>
  );
}

interface BarsProps extends Pick<BarChartProps, 'label' | 'points' | 'format'> {
  chosen: number | null;
  setChosen: (index: number | null) => void;
}

function Bars({ label, points, format, chosen, setChosen }: BarsProps) {
  const top = scaleTop(Math.max(...points.map(({ value }) => value)));
  const labelled = labelledIndexes(points.length, 6);
  // On phones there is space for half of the labels.
  const labelledOnPhones = labelledIndexes(points.length, 3);
  const last = points.length - 1;
  const current = points[chosen ?? last];
  const move = (event: KeyboardEvent) => {
    const from = chosen ?? last;
    const to = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: last }[event.key];
    if (event.key === 'Escape') setChosen(null);
    if (to === undefined) return;
    event.preventDefault();
    setChosen(Math.min(last, Math.max(0, to)));
  };
  const point = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    setChosen(Math.min(last, Math.max(0, Math.floor(((event.clientX - left) / width) * points.length))));
  };
  return (
    <div className="flex h-48 gap-3" data-figures>
      <div
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-orientation="horizontal"
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={chosen ?? last}
        aria-valuetext={current && `${current.name}: ${format(current.value)}`}
        onKeyDown={move}
        onFocus={() => chosen === null && setChosen(last)}
        onBlur={() => setChosen(null)}
        onPointerDown={point}
        onPointerMove={point}
        onPointerLeave={(event) => event.pointerType === 'mouse' && setChosen(null)}
        className="flex min-w-0 grow touch-pan-y flex-col"
      >
        {/* Stretched to the width, so nothing in it may have a shape of its own: lines and bars only. */}
        <svg
          aria-hidden
          viewBox={`0 0 ${points.length} 100`}
          preserveAspectRatio="none"
          className="min-h-0 w-full grow overflow-visible"
        >
          {[0, 50, 100].map((y) => (
            <line
              key={y}
              x1={0}
              x2={points.length}
              y1={y}
              y2={y}
              vectorEffect="non-scaling-stroke"
              className={y === 100 ? 'stroke-edge' : 'stroke-line'}
            />
          ))}
          {chosen !== null && <rect x={chosen} y={0} width={1} height={100} className="fill-hover" />}
          {points.map(({ key, value }, index) => {
            // A hair for what is little, so that it differs from nothing. Refunds may exceed a month's receipts.
            const height = value > 0 ? Math.max(1.5, (value / top) * 100) : 0;
            return (
              <rect
                key={key}
                x={index + GAP / 2}
                y={100 - height}
                width={1 - GAP}
                height={height}
                className={clsx('fill-accent transition-opacity', chosen !== null && chosen !== index && 'opacity-55')}
              />
            );
          })}
        </svg>
        <div aria-hidden className="relative h-6 shrink-0 text-caption text-soft">
          {points.map(
            ({ key, label: text }, index) =>
              labelled.has(index) && (
                <span
                  key={key}
                  className={clsx(
                    'absolute top-1 -translate-x-1/2 whitespace-nowrap',
                    !labelledOnPhones.has(index) && 'max-sm:hidden',
                  )}
                  style={{ left: `${((index + 0.5) / points.length) * 100}%` }}
                >
                  {text}
                </span>
              ),
          )}
        </div>
      </div>
      <div aria-hidden className="relative mb-6 w-auto shrink-0 text-right text-caption text-soft">
        {/* As wide as the widest label. */}
        <span className="invisible">{format(top)}</span>
        <span className="absolute top-0 right-0 -translate-y-1/2">{format(top)}</span>
        <span className="absolute top-1/2 right-0 -translate-y-1/2">{format(top / 2)}</span>
      </div>
    </div>
  );
}

function ChartTable({ label, unit, points, format }: Omit<BarChartProps, 'empty' | 'summary'>) {
  return (
    <table className="sr-only">
      <caption>{label}</caption>
      <thead>
        <tr>
          <th scope="col">{unit}</th>
          <th scope="col">{label}</th>
        </tr>
      </thead>
      <tbody>
        {points.map(({ key, name, value }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            <td>{format(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
