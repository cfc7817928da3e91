import '#web/styles/main.css';
import type { ComponentType } from 'react';
import { leavePageCacheCleanly } from '#web/lib/browser/page-cache.ts';
import '#web/lib/browser/zod-without-eval.ts';
import { createRouter, Routes } from './router.tsx';

/** Opens the back office at the page's address: in its own document, or in that of the sign-in page, once signed in. */
export function openOffice(): ComponentType {
  leavePageCacheCleanly();
  const router = createRouter();
  return () => <Routes router={router} />;
}
