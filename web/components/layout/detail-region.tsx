import { Suspense, useId, useMemo, type KeyboardEvent, type ReactNode } from 'react';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { PageRoleProvider, type PageRole } from './page-part.ts';

interface DetailRegionProps extends Required<Pick<PageRole, 'onHeading' | 'close'>> {
  /** Or a page of its own. */
  beside: boolean;
  children: ReactNode;
}

/** One row of a list, beside it: scrolls by itself, and Escape closes it. */
export function DetailRegion({ beside, onHeading, close, children }: DetailRegionProps) {
  const headingId = useId();
  const part = useMemo<PageRole>(
    () => (beside ? { kind: 'detail', headingId, onHeading, close } : { kind: 'page' }),
    [beside, headingId, onHeading, close],
  );
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // A dialog or menu has closed itself by then, and is elsewhere in the document.
    if (event.key !== 'Escape' || event.defaultPrevented || isTyped(event.target)) return;
    if (event.currentTarget.contains(event.target as Node)) void close();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape only; a button closes it, too
    <section
      {...(beside && { 'aria-labelledby': headingId, tabIndex: -1, onKeyDown })}
      className={beside ? 'relative overflow-y-auto overscroll-contain px-8 pt-4 pb-12 outline-none' : undefined}
    >
      <div className={beside ? 'max-w-[75rem]' : undefined}>
        <PageRoleProvider value={part}>
          {/* Neither what it still has to fetch nor what fails in it takes the list away. */}
          <ErrorBoundary headingId={beside ? headingId : undefined}>
            <Suspense fallback={<Skeleton className="mt-8 h-24" />}>{children}</Suspense>
          </ErrorBoundary>
        </PageRoleProvider>
      </div>
    </section>
  );
}

function isTyped(target: EventTarget): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('textarea, select, [contenteditable], input:not([type=checkbox], [type=radio])')
  );
}
