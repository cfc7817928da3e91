import type { ReactNode } from 'react';

interface FigureProps {
  label: string;
  value: string;
  /** What it is to be held against. */
  detail?: ReactNode;
}

/** A number that a studio looks at every day. */
export function Figure({ label, value, detail }: FigureProps) {
  return (
    <div className="flex min-w-0 flex-col border-t border-line pt-3">
      <dt className="text-caption text-soft">{label}</dt>
      <dd data-figures className="text-title">
        {value}
      </dd>
      {detail && <dd className="text-caption text-soft">{detail}</dd>}
    </div>
  );
}
