interface Point {
  x: number;
  y: number;
}

/** A numbered mark on a photo: a point, lines or both, as fractions of its width and height. */
export interface PhotoMark {
  id: string;
  number: number;
  pin: Point | null;
  strokes: readonly (readonly (readonly [number, number])[])[];
}

/** Points and lines on a photo, with their numbers. Decorative: the text about each is beside the photo. */
export function PhotoMarks({ marks }: { marks: readonly PhotoMark[] }) {
  return (
    <>
      <svg
        aria-hidden
        viewBox="0 0 1 1"
        preserveAspectRatio="none"
        className="pointer-events-none absolute inset-0 size-full"
      >
        {marks.flatMap(({ id, strokes }) =>
          strokes.map((points, index) => (
            <g key={`${id} ${index}`} fill="none" strokeLinecap="round" strokeLinejoin="round">
              {/* A dark edge around a light line: visible on every photo. */}
              {(['var(--photo-veil)', 'var(--on-photo)'] as const).map((color, at) => (
                <polyline
                  key={color}
                  points={points.map(([x, y]) => `${x},${y}`).join(' ')}
                  stroke={color}
                  strokeWidth={at === 0 ? 6 : 3}
                  vectorEffect="non-scaling-stroke"
                />
              ))}
            </g>
          )),
        )}
      </svg>
      {marks.map((mark) => {
        const position = markPosition(mark);
        return (
          position && (
            <span
              key={mark.id}
              aria-hidden
              style={{ left: `${position.x * 100}%`, top: `${position.y * 100}%` }}
              className="pointer-events-none absolute flex size-6 -translate-1/2 items-center justify-center rounded-full border border-on-photo bg-accent text-caption text-on-accent tabular-nums"
            >
              {mark.number}
            </span>
          )
        );
      })}
    </>
  );
}

/** Returns the position of a mark's number: its point, else the start of its first line; null without either. */
export function markPosition({ pin, strokes }: Pick<PhotoMark, 'pin' | 'strokes'>): Point | null {
  const start = strokes[0]?.[0];
  return pin ?? (start ? { x: start[0], y: start[1] } : null);
}
