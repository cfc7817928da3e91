/*
 * The oldest browsers that Albumen supports. The build lowers syntax to the public floor and refuses newer APIs
 * (web/build/browser-floors.ts); pages tell older browsers so (web/public/theme.js). README.md has the same versions.
 */

/** Versions of the three engines; browsers on iOS are Safari of the same version. */
export interface BrowserFloor {
  readonly safari: string;
  readonly chrome: string;
  readonly firefox: string;
}

/** Pages of two kinds: `public` are those of clients and visitors, `office` is the back office. */
export type PageKind = 'public' | 'office';

/** Tailwind's styles need at least the versions of `public` (tailwindcss.com/docs/compatibility). */
export const BROWSER_FLOORS: Readonly<Record<PageKind, BrowserFloor>> = {
  public: { safari: '16.4', chrome: '111', firefox: '128' },
  office: { safari: '17.4', chrome: '119', firefox: '128' },
};

/**
 * Properties of `window` that a browser has from its floor on, and not before: the newest of them in each engine is of
 * exactly the floor's version (MDN's data, checked by a test).
 */
export const FLOOR_PROBES: Readonly<Record<PageKind, readonly string[]>> = {
  public: ['String.prototype.isWellFormed', 'CSSPropertyRule'],
  office: ['Promise.withResolvers', 'CSSPropertyRule'],
};
