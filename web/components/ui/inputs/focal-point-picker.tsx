import type { KeyboardEvent, PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';

export interface FocalPoint {
  /** 0–1 from the left and from the top. */
  x: number;
  y: number;
}

export interface FocalPointPickerProps {
  src: string;
  alt: string;
  width: number;
  height: number;
  value: FocalPoint;
  onChange: (value: FocalPoint) => void;
}

/** Step of the arrow keys as a fraction of the picture, and with Shift. */
const STEP = 0.01;
const LEAP = 0.1;

const moves: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Sets the point that crops keep visible: by pressing on the picture or moving the ring with the arrow keys. */
export function FocalPointPicker({ src, alt, width, height, value, onChange }: FocalPointPickerProps) {
  const { t } = useTranslation('common');
  const percent = (part: number) => Math.round(part * 100);
  const set = (x: number, y: number) => onChange({ x: within(x), y: within(y) });
  const point = (event: PointerEvent<HTMLElement>) => {
    if (event.buttons === 0) return;
    const box = event.currentTarget.getBoundingClientRect();
    set((event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    const step = event.shiftKey ? LEAP : STEP;
    set(value.x + move[0] * step, value.y + move[1] * step);
  };
  return (
    <div className="relative touch-none" style={{ aspectRatio: `${width} / ${height}` }}>
      <img src={src} alt={alt} width={width} height={height} draggable={false} className="size-full rounded-print" />
      <button
        type="button"
        aria-label={t('focalPoint', { x: percent(value.x), y: percent(value.y) })}
        onPointerDown={point}
        onPointerMove={point}
        onKeyDown={onKeyDown}
        className="group absolute inset-0 cursor-crosshair outline-none"
      >
        <span
          aria-hidden
          style={{ left: `${value.x * 100}%`, top: `${value.y * 100}%` }}
          className="absolute size-10 -translate-1/2 rounded-full border-2 border-on-photo bg-veil/30 outline-offset-2 group-focus-visible:outline-2 group-focus-visible:outline-on-photo"
        >
          <span className="absolute inset-0 m-auto size-1.5 rounded-full bg-on-photo" />
        </span>
      </button>
      <span aria-live="polite" className="sr-only">
        {t('focalPoint', { x: percent(value.x), y: percent(value.y) })}
      </span>
    </div>
  );
}

function within(part: number): number {
  return Math.min(1, Math.max(0, Math.round(part * 1000) / 1000));
}
