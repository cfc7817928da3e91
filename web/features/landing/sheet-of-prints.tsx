import { Print } from './mounted-print.tsx';
import { DUNES, HILLS, SEA } from './scenes.ts';

interface HeroPrintsProps {
  caption: string;
}

/** A gallery as a client sees it, laid out as prints on a sheet of paper. */
export function HeroPrints({ caption }: HeroPrintsProps) {
  return (
    <figure data-theme="light" className="flex flex-col gap-4 rounded-print bg-raised p-4 shadow-lift md:p-6">
      <Print scene={HILLS} />
      {/* 3:4 beside 3:2 share a height when they share the width 1:2. */}
      <div aria-hidden className="grid grid-cols-[1fr_2fr] gap-2 md:gap-3">
        <Print scene={SEA} />
        <Print scene={DUNES} />
      </div>
      <figcaption className="text-caption text-soft">{caption}</figcaption>
    </figure>
  );
}
