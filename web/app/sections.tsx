import { lazy, type ComponentType } from 'react';
import type { RouteObject } from 'react-router-dom';
import { importTwice } from '#web/lib/browser/outdated-page.ts';
import { SECTION_PATHS, type SectionName } from './section-paths.ts';

interface Section {
  /** Paths of its routes begin with one of these. */
  prefixes: readonly string[];
  load: () => Promise<readonly RouteObject[]>;
}

const LOADS: Readonly<Record<SectionName, Section['load']>> = {
  galleries: async () => (await importTwice(() => import('./routes/galleries.tsx'))).galleryRoutes,
  customers: async () => (await importTwice(() => import('./routes/customers.tsx'))).customerRoutes,
  sessions: async () => (await importTwice(() => import('./routes/sessions.tsx'))).sessionRoutes,
  scheduling: async () => (await importTwice(() => import('./routes/scheduling.tsx'))).schedulingRoutes,
  settings: async () => (await importTwice(() => import('./routes/settings.tsx'))).settingsRoutes,
  team: async () => (await importTwice(() => import('./routes/team.tsx'))).teamRoutes,
  site: async () => (await importTwice(() => import('./routes/site.tsx'))).siteRoutes,
};

export const SECTIONS: readonly Section[] = (Object.keys(LOADS) as SectionName[]).map((name) => ({
  prefixes: SECTION_PATHS[name],
  load: LOADS[name],
}));

/** Returns the section of a path: that with the longest prefix. */
export function findSection(path: string): Section | undefined {
  const lower = path.toLowerCase();
  const lengthIn = ({ prefixes }: Section) =>
    Math.max(0, ...prefixes.filter((one) => lower === one || lower.startsWith(`${one}/`)).map(({ length }) => length));
  const longest = Math.max(...SECTIONS.map(lengthIn));
  return longest === 0 ? undefined : SECTIONS.find((section) => lengthIn(section) === longest);
}

const importAccountScreens = () => importTwice(() => import('./account-screens.tsx'));

type AccountScreens = Awaited<ReturnType<typeof importAccountScreens>>;

/** Returns one of the account screens, loaded when it is first shown. */
export function accountScreen(name: keyof AccountScreens): ComponentType {
  return lazy(async () => ({ default: (await importAccountScreens())[name] }));
}

/** Loads all sections, one after another, so that later screens open immediately and without a network. */
export async function preloadSections(): Promise<void> {
  for (const { load } of SECTIONS) await load();
  await importAccountScreens();
}
