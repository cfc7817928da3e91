import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { buttonClass } from '#web/components/ui/inputs/button.tsx';

export const listClass = 'flex flex-col divide-y divide-line border-y border-line';

interface RowProps {
  title: ReactNode;
  details: readonly ReactNode[];
  action?: ReactNode;
}

/** A row of a list: below the text on a phone, beside it otherwise, what can be done. */
export function Row({ title, details, action }: RowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 py-4">
      <div className="flex min-w-0 flex-1 basis-64 flex-col gap-0.5">
        <p className="font-medium wrap-anywhere">{title}</p>
        {details.filter(Boolean).map((detail, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the lines of one row never change their order
          <p key={index} className="wrap-anywhere text-soft first-letter:uppercase">
            {detail}
          </p>
        ))}
      </div>
      {action}
    </li>
  );
}

/** Downloads a file. @param props.name its accessible name */
export function FileLink({ href, name, children }: { href: string; name: string; children: ReactNode }) {
  return (
    <a href={href} download aria-label={name} className={buttonClass()}>
      <Download aria-hidden className="-ml-0.5 size-4" strokeWidth={1.75} />
      {children}
    </a>
  );
}
