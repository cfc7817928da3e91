import type { ReactNode } from 'react';

/** Names and what they stand for, one a line; those without a text are left out. */
export function DefinitionList({ rows }: { rows: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="flex flex-col gap-2 border-y border-line py-4">
      {rows.map(([term, text]) =>
        text ? (
          <div key={term} className="flex flex-wrap gap-x-4">
            <dt className="w-24 shrink-0 text-soft">{term}</dt>
            <dd className="min-w-0 flex-1 basis-48 wrap-anywhere">{text}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}
