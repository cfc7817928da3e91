import { paths } from '#web/lib/paths.ts';

/**
 * Parts of the back office that load with the first visit to one of their paths, by the name of their routes' module. The
 * first script has the frame and the home screen.
 */
export const SECTION_PATHS = {
  galleries: [paths.galleries, paths.presets, paths.watermarks],
  customers: [paths.clients],
  sessions: [paths.sessions, paths.payments, paths.proposals],
  scheduling: [paths.scheduling, paths.locations, paths.booking],
  settings: [paths.settings],
  team: [paths.team, paths.securityLog],
  site: [paths.site],
} as const satisfies Record<string, readonly string[]>;

/** How paths of account screens begin, which are a chunk of their own; the others begin in the sign-in document. */
export const ACCOUNT_PATHS = [paths.newAccount, paths.goodbye] as const;

export type SectionName = keyof typeof SECTION_PATHS;
