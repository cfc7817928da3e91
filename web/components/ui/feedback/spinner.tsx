import { LoaderCircle } from 'lucide-react';

interface SpinnerProps {
  /** Visible text beside the spinner, also announced by screen readers. */
  text: string;
}

/** For content of unknown shape. Use a Skeleton if the shape is known. */
export function Spinner({ text }: SpinnerProps) {
  return (
    <output className="flex items-center justify-center gap-3 text-soft">
      <LoaderCircle aria-hidden className="size-5 animate-spin" strokeWidth={1.5} />
      {text}
    </output>
  );
}
