import { defineQueries } from '@rocicorp/zero';
import { accountQueries } from './queries/accounts.ts';
import { customerQueries } from './queries/customers.ts';
import { galleryQueries } from './queries/galleries.ts';
import { presetQueries } from './queries/presets.ts';
import { teamQueries } from './queries/team.ts';
import { watermarkQueries } from './queries/watermarks.ts';

/** Every read of the back office, by name. */
export const queries = defineQueries({
  accounts: accountQueries,
  customers: customerQueries,
  galleries: galleryQueries,
  presets: presetQueries,
  team: teamQueries,
  watermarks: watermarkQueries,
});
