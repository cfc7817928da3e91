import type PhotoSwipe from 'photoswipe';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { movePoint, type PicturePoint, pointWithin } from '#web/components/ui/inputs/picture-point.ts';
import { type MarkStep, withStroke } from './draft-marks.ts';
import type { StrokePoint } from './strokes.ts';
import { useSlide } from './use-slide.ts';

interface MarkLayerProps {
  swipe: PhotoSwipe;
  photoId: string;
  steps: readonly MarkStep[];
  onSteps: (steps: readonly MarkStep[]) => void;
  onDone: () => void;
}

/** Movement in pixels from which on a tap is a line. */
const TAP_PX = 6;

/**
 * Takes taps and lines on the photo while it is marked: PhotoSwipe neither swipes nor zooms by touch meanwhile. With the
 * keyboard, arrow keys move a crosshair and Enter sets the point.
 */
export function MarkLayer({ swipe, photoId, steps, onSteps, onDone }: MarkLayerProps) {
  const { t } = useTranslation('comments');
  const slide = useSlide(swipe, photoId);
  const layer = useRef<HTMLButtonElement>(null);
  const [line, setLine] = useState<readonly StrokePoint[] | null>(null);
  const [crosshair, setCrosshair] = useState<PicturePoint | null>(null);
  useEffect(() => {
    const refuse = (event: { preventDefault: () => void }) => event.preventDefault();
    swipe.on('pointerDown', refuse);
    layer.current?.focus({ preventScroll: true });
    return () => swipe.off('pointerDown', refuse);
  }, [swipe]);
  if (!swipe.scrollWrap) return null;

  const pointAt = ({ clientX, clientY }: { clientX: number; clientY: number }): PicturePoint => {
    const { left, top } = slide?.container.getBoundingClientRect() ?? { left: 0, top: 0 };
    return pointWithin((clientX - left) / (slide?.width ?? 1), (clientY - top) / (slide?.height ?? 1));
  };
  const begin = (event: PointerEvent) => {
    if (!event.isPrimary || event.button > 0 || !slide) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setCrosshair(null);
    const { x, y } = pointAt(event);
    setLine([[x, y]]);
  };
  const draw = (event: PointerEvent) => {
    if (!line || !event.isPrimary) return;
    // Browsers gather movements between two frames.
    const moves = event.nativeEvent.getCoalescedEvents?.() ?? [];
    const points = (moves.length > 0 ? moves : [event.nativeEvent]).map(pointAt);
    setLine([...line, ...points.map(({ x, y }): StrokePoint => [x, y])]);
  };
  const end = (event: PointerEvent) => {
    if (!line || !slide || !event.isPrimary) return;
    setLine(null);
    const [x, y] = line[0]!;
    const reach = line.map((point) => Math.hypot((point[0] - x) * slide.width, (point[1] - y) * slide.height));
    const isTap = Math.max(...reach) < TAP_PX;
    onSteps(isTap ? [...steps, { kind: 'pin', at: { x, y } }] : withStroke(steps, line, slide.width / slide.height));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const from = crosshair ?? { x: 0.5, y: 0.5 };
    const moved = movePoint(from, event.key, event.shiftKey);
    const isSet = event.key === 'Enter' || event.key === ' ';
    if (!moved && !isSet && event.key !== 'Escape') return;
    // The lightbox has other uses for these keys.
    event.preventDefault();
    event.stopPropagation();
    if (moved) setCrosshair(moved);
    else if (isSet) onSteps([...steps, { kind: 'pin', at: from }]);
    else onDone();
  };
  const point = crosshair && { x: Math.round(crosshair.x * 100), y: Math.round(crosshair.y * 100) };
  return (
    <>
      {createPortal(
        <button
          ref={layer}
          type="button"
          aria-label={t('mark.layer')}
          onPointerDown={begin}
          onPointerMove={draw}
          onPointerUp={end}
          onPointerCancel={() => setLine(null)}
          onKeyDown={onKeyDown}
          onFocus={({ currentTarget }) => {
            if (currentTarget.matches(':focus-visible')) setCrosshair((now) => now ?? { x: 0.5, y: 0.5 });
          }}
          className="absolute inset-0 z-1 cursor-crosshair touch-none outline-offset-[-6px]"
        />,
        swipe.scrollWrap,
      )}
      {slide &&
        createPortal(
          <div
            className="pointer-events-none absolute inset-0 z-1"
            style={{ width: slide.width, height: slide.height }}
          >
            {line && (
              <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden className="absolute inset-0 size-full">
                <polyline
                  points={line.map((point) => point.join(',')).join(' ')}
                  fill="none"
                  stroke="var(--on-photo)"
                  strokeWidth={3}
                  strokeLinecap="round"
                  strokeLinejoin="round"
                  vectorEffect="non-scaling-stroke"
                />
              </svg>
            )}
            {crosshair && (
              <span
                style={{ left: `${crosshair.x * 100}%`, top: `${crosshair.y * 100}%` }}
                className="absolute size-10 -translate-1/2 rounded-full border-2 border-on-photo bg-veil/30"
              >
                <span className="absolute inset-0 m-auto size-1.5 rounded-full bg-on-photo" />
              </span>
            )}
          </div>,
          slide.container,
        )}
      <output className="sr-only">{point && t('mark.at', point)}</output>
    </>
  );
}
