import type { QueryRowType } from '@rocicorp/zero';
import { DAY_MS } from '#core/domain/values/durations.ts';
import type { PresetSettings } from '#core/domain/galleries/presets.ts';
import { endOfDay, localDate } from '#core/domain/values/time.ts';
import { mutators } from '#core/zero/mutators.ts';
import type { queries } from '#core/zero/queries.ts';

export type PresetRow = QueryRowType<typeof queries.presets.list>;

/** Returns the mutation that applies a preset to a gallery, with ids for the sections that it may add. */
export function applyPresetRequest({ id, settings }: PresetRow, galleryId: string, sectionIds: string[], zone: string) {
  const now = Date.now();
  const expiresAt = presetExpiry(settings, now, zone);
  return mutators.presets.apply({ id, galleryId, sectionIds, ...(expiresAt !== undefined && { expiresAt }), now });
}

/**
 * Returns the end of a preset's last day in the studio's zone, as `presets.apply` takes it; undefined if the preset has
 * no expiry.
 */
export function presetExpiry({ expiresAfterDays: days }: PresetSettings, now: number, zone: string) {
  if (days === undefined) return undefined;
  return days === 0 ? 0 : endOfDay(addDays(localDate(now, zone), days), zone);
}

/** Adds days to a date, `2026-11-21`. Computed at noon, which no clock change affects. */
function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T12:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}
