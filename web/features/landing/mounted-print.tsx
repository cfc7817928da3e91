import { useId } from 'react';
import { hillPath } from './ridges.ts';

export interface PrintScene {
  width: number;
  height: number;
  /** Where the sun stands and how large it is, or none. */
  sun?: { x: number; y: number; radius: number };
  /** From the farthest to the nearest. `depth` is how dark it prints, 0–1. */
  ridges: readonly { base: number; rise: number; seed: number; depth: number }[];
}

/** A photograph that nobody took, printed in one warm ink. The same in both themes: a print does not invert. */
export function Print({ scene }: { scene: PrintScene }) {
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
          // Mist: each ridge fades towards its foot, and the next one stands before the paler part.
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
