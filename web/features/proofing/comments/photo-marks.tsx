import type { CommentRow } from '../types.ts';

/** Pins and strokes of comments on a photo, with their numbers. Decorative: the comments themselves are beside it. */
export function PhotoMarks({ marks }: { marks: readonly { comment: CommentRow; number: number }[] }) {
  return (
    <>
      <svg
        aria-hidden
        viewBox="0 0 1 1"
        preserveAspectRatio="none"
        className="pointer-events-none absolute inset-0 size-full"
      >
        {marks.flatMap(({ comment }) =>
          comment.strokes.map((points, index) => (
            <g key={`${comment.id} ${index}`} fill="none" strokeLinecap="round" strokeLinejoin="round">
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
      {marks.map(({ comment, number }) => {
        const position = markPosition(comment);
        return (
          position && (
            <span
              key={comment.id}
              aria-hidden
              style={{ left: `${position.x * 100}%`, top: `${position.y * 100}%` }}
              className="pointer-events-none absolute flex size-6 -translate-1/2 items-center justify-center rounded-full border border-on-photo bg-accent text-caption text-on-accent tabular-nums"
            >
              {number}
            </span>
          )
        );
      })}
    </>
  );
}

/** Returns the place of a comment's number: its pin, else the start of its first stroke. */
export function markPosition({ pinX, pinY, strokes }: CommentRow): { x: number; y: number } | null {
  if (pinX !== null && pinY !== null) return { x: pinX, y: pinY };
  const start = strokes[0]?.[0];
  return start ? { x: start[0], y: start[1] } : null;
}
