/** Where the day has got to. For the eye: the time itself is everywhere. */
export function NowLine({ minute, column, columns }: { minute: number; column: number; columns: number }) {
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute border-t-2 border-danger before:absolute before:-top-[5px] before:-left-1 before:size-2 before:rounded-full before:bg-danger"
      style={{ top: `${(minute / 1440) * 100}%`, left: `${(column / columns) * 100}%`, width: `${100 / columns}%` }}
    />
  );
}
