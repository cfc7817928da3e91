import { LoaderCircle } from 'lucide-react';

interface SpinnerProps {
  /** Shown beside the ring, and what a screen reader says. */
  text: string;
}

/** For what has no shape yet. Where the shape is known, use a Skeleton. */
export function Spinner({ text }: SpinnerProps) {
  return (
    <output className="flex items-center justify-center gap-3 text-soft">
      <LoaderCircle aria-hidden className="size-5 animate-spin" strokeWidth={1.5} />
      {text}
    </output>
  );
}
