import { createContext } from 'react';
import type { SiteMenu } from '#core/api/site-page.ts';

/** Menu of the studio's website, which the studio's other pages show; null without a website. */
export const SiteMenuContext = createContext<SiteMenu | null>(null);
