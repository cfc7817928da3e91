import { lazy, Suspense } from 'react';
import { importTwice } from '#web/lib/browser/outdated-page.ts';
import { Skeleton } from '../../feedback/skeleton.tsx';
import type { TemplateTextProps } from './template-text.tsx';

const Editor = lazy(() => importTwice(() => import('./template-text.tsx')));

/** A plain text in which fields are chips; the editor loads with the first one that is shown. */
export function TemplateText(props: TemplateTextProps) {
  return (
    <Suspense fallback={<Skeleton className={props.isLine ? 'h-control' : 'h-96'} />}>
      <Editor {...props} />
    </Suspense>
  );
}
