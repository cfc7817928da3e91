import { useId } from 'react';
import { hillPath } from './hill-path.ts';

interface PrintScene {
  width: number;
  height: number;
  /** Position and radius of the sun, if there is one. */
  sun?: { x: number; y: number; radius: number };
  /** From back to front. `depth` is the darkness, 0–1. */
  ridges: readonly { base: number; rise: number; seed: number; depth: number }[];
}

/** A drawn landscape in one warm ink. Same colours in both themes. */
function Print({ scene }: { scene: PrintScene }) {
  const id = useId();
  const { width, height, sun, ridges } = scene;
  return (
    <svg viewBox={`0 0 ${width} ${height}`} className="block w-full text-ink" role="presentation">
      <defs>
        <linearGradient id={`${id}-sky`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="currentColor" stopOpacity="0.34" />
          <stop offset="0.55" stopColor="currentColor" stopOpacity="0.07" />
          <stop offset="1" stopColor="currentColor" stopOpacity="0.02" />
        </linearGradient>
        {ridges.map(({ depth, base, rise }, index) => (
          // Fades each ridge towards its foot, so that the next one stands out.
          <linearGradient
            key={base}
            id={`${id}-${index}`}
            gradientUnits="userSpaceOnUse"
            x1="0"
            y1={base - rise}
            x2="0"
            y2={base + (height - base) * 0.8 + 20}
          >
            <stop offset="0" stopColor="currentColor" stopOpacity={depth} />
            <stop offset="1" stopColor="currentColor" stopOpacity={depth * 0.3} />
          </linearGradient>
        ))}
      </defs>
      <rect width={width} height={height} className="fill-raised" />
      <rect width={width} height={height} fill={`url(#${id}-sky)`} />
      {sun && <circle cx={sun.x} cy={sun.y} r={sun.radius} className="fill-raised" />}
      {ridges.map((ridge, index) => (
        <g key={ridge.base}>
          <path d={hillPath({ ...ridge, width, height })} className="fill-raised" />
          <path d={hillPath({ ...ridge, width, height })} fill={`url(#${id}-${index})`} />
        </g>
      ))}
    </svg>
  );
}

/** Three scenes: hills, sea between two capes, dunes. */
const HILLS: PrintScene = {
  width: 600,
  height: 400,
  sun: { x: 418, y: 96, radius: 21 },
  ridges: [
    { base: 176, rise: 34, seed: 3.1, depth: 0.2 },
    { base: 214, rise: 40, seed: 7.4, depth: 0.34 },
    { base: 262, rise: 38, seed: 1.7, depth: 0.52 },
    { base: 316, rise: 44, seed: 9.2, depth: 0.74 },
    { base: 372, rise: 34, seed: 4.8, depth: 0.94 },
  ],
};

const SEA: PrintScene = {
  width: 300,
  height: 400,
  sun: { x: 92, y: 126, radius: 14 },
  ridges: [
    { base: 206, rise: 0, seed: 1, depth: 0.26 },
    { base: 318, rise: 58, seed: 5.9, depth: 0.56 },
    { base: 372, rise: 38, seed: 2.2, depth: 0.92 },
  ],
};

const DUNES: PrintScene = {
  width: 600,
  height: 400,
  ridges: [
    { base: 232, rise: 16, seed: 6.3, depth: 0.24 },
    { base: 276, rise: 26, seed: 0.9, depth: 0.42 },
    { base: 338, rise: 46, seed: 8.1, depth: 0.78 },
  ],
};

interface HeroPrintsProps {
  caption: string;
}

/** A gallery as a client sees it: prints on a sheet. */
export function HeroPrints({ caption }: HeroPrintsProps) {
  return (
    <figure data-theme="light" className="flex flex-col gap-4 rounded-print bg-raised p-4 shadow-lift md:p-6">
      <Print scene={HILLS} />
      {/* Columns 1:2 give 3:4 and 3:2 prints the same height. */}
      <div aria-hidden className="grid grid-cols-[1fr_2fr] gap-2 md:gap-3">
        <Print scene={SEA} />
        <Print scene={DUNES} />
      </div>
      <figcaption className="text-caption text-soft">{caption}</figcaption>
    </figure>
  );
}
