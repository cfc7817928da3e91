import type { KeyboardEvent, PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { movePoint, type PicturePoint, pointWithin } from './picture-point.ts';

export type FocalPoint = PicturePoint;

interface FocalPointPickerProps {
  src: string;
  alt: string;
  width: number;
  height: number;
  value: PicturePoint;
  onChange: (value: PicturePoint) => void;
}

/** Sets the point that crops keep visible: by pressing on the picture or moving the ring with the arrow keys. */
export function FocalPointPicker({ src, alt, width, height, value, onChange }: FocalPointPickerProps) {
  const { t } = useTranslation('common');
  const percent = (part: number) => Math.round(part * 100);
  const set = (x: number, y: number) => onChange(pointWithin(x, y));
  const point = (event: PointerEvent<HTMLElement>) => {
    if (event.buttons === 0) return;
    const box = event.currentTarget.getBoundingClientRect();
    set((event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const moved = movePoint(value, event.key, event.shiftKey);
    if (!moved) return;
    event.preventDefault();
    onChange(moved);
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
