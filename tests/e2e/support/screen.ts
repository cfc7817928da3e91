import type { Page } from '@playwright/test';
import type { Photographer } from './photographer.ts';

/** One screen, as a user reaches it. */
export interface Screen {
  name: string;
  path: string;
  /** User that the browser is signed in as; signed out by default. */
  as?: Photographer | undefined;
  /** Resolves when the screen has loaded completely. */
  ready: (page: Page) => Promise<void>;
}
