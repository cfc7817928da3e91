import { HOUR_MS } from '#core/domain/values/durations.ts';
import { localDate, startOfDay } from '#core/domain/values/time.ts';
import { database } from './database.ts';
import { makePhotographer, type Photographer } from './photographer.ts';

/** Time zone with a whole-hour offset in which it is between 10:00 and 11:00 now. */
export function morningZone(now = Date.now()): string {
  const ahead = 10 - new Date(now).getUTCHours();
  const hours = ahead < -12 ? ahead + 24 : ahead;
  if (hours === 0) return 'Etc/UTC';
  // `Etc/GMT` names have inverted signs.
  return hours > 0 ? `Etc/GMT-${hours}` : `Etc/GMT+${-hours}`;
}

/** Creates a studio in a zone where it is mid-morning, far from midnight and from the end of a month. */
export async function makeMorningStudio(name: string): Promise<Photographer> {
  const studio = await makePhotographer(name);
  const timeZone = morningZone();
  await database().query('update accounts set time_zone = $2 where id = $1', [studio.account.id, timeZone]);
  return { ...studio, account: { ...studio.account, timeZone } };
}

/** Instant of an hour of the studio's own day; 9.5 is half past nine. */
export const todayAt = ({ account: { timeZone } }: Photographer, hour: number): Date =>
  new Date(startOfDay(localDate(Date.now(), timeZone), timeZone) + hour * HOUR_MS);
