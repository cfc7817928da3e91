/** A colour label as a dot. Decorative: its name is beside it, or in the label of the tile. */
export function LabelDot({ label }: { label: string }) {
  return (
    <span
      aria-hidden
      style={{ background: `var(--label-${label})` }}
      className="size-3 shrink-0 rounded-full border border-on-photo"
    />
  );
}
