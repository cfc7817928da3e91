import '#web/styles/main.css';
import type { ComponentType } from 'react';
import { FirstToastContext } from '#web/components/ui/overlays/toast.tsx';
import { leavePageCacheCleanly } from '#web/lib/browser/page-cache.ts';
import '#web/lib/browser/zod-without-eval.ts';
import { createRouter, Routes } from './router.tsx';

interface OfficeProps {
  /** What the sign-in document has done, for a toast. */
  done?: string | null;
}

/** Opens the back office at the page's address: in its own document, or in that of the sign-in page, once signed in. */
export function openOffice(): ComponentType<OfficeProps> {
  leavePageCacheCleanly();
  const router = createRouter();
  return ({ done = null }) => (
    <FirstToastContext value={done}>
      <Routes router={router} />
    </FirstToastContext>
  );
}
