import type { Page } from '@playwright/test';
import type { Photographer } from './photographer.ts';

/** One screen as somebody stands before it. */
export interface Screen {
  name: string;
  path: string;
  /** Whose browser; nobody's when absent. */
  as?: Photographer | undefined;
  /** Resolves when everything is on it. */
  ready: (page: Page) => Promise<void>;
}
