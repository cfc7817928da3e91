import { FIRST_RELEASE } from '../migrate/contract.ts';

/** Last of the migrations that were combined into the files up to FIRST_RELEASE: both made the same tables. */
const LAST_COMBINED = '20261201140000';

/**
 * Returns the migrations of this release that make the tables of a backup: those of the backup itself, but for combined
 * ones, which are replaced by the files up to FIRST_RELEASE.
 * @param versions the backup's migrations
 * @param known the migrations of this release
 */
export function migrationsOf(versions: readonly string[], known: readonly string[]): string[] {
  const combined = versions.indexOf(LAST_COMBINED);
  if (combined < 0) return [...versions];
  return [...known.filter((version) => version <= FIRST_RELEASE), ...versions.slice(combined + 1)];
}
