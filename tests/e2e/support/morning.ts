import { localDate, startOfDay } from '#core/domain/time.ts';
import { database } from './database.ts';
import { makePhotographer, type Photographer } from './photographer.ts';

/** A zone of whole hours in which it is between ten and eleven in the morning, whatever the time is elsewhere. */
export function morningZone(now = Date.now()): string {
  const ahead = 10 - new Date(now).getUTCHours();
  const hours = ahead < -12 ? ahead + 24 : ahead;
  if (hours === 0) return 'Etc/UTC';
  // The signs of these names are the other way round.
  return hours > 0 ? `Etc/GMT-${hours}` : `Etc/GMT+${-hours}`;
}

/** A studio where the morning has begun, far from midnight and from the end of a month. */
export async function makeMorningStudio(name: string): Promise<Photographer> {
  const studio = await makePhotographer(name);
  const timeZone = morningZone();
  await database().query('update accounts set time_zone = $2 where id = $1', [studio.account.id, timeZone]);
  return { ...studio, account: { ...studio.account, timeZone } };
}

/** An hour of the studio's own day; 9.5 for half past nine. */
export const todayAt = ({ account: { timeZone } }: Photographer, hour: number): Date =>
  new Date(startOfDay(localDate(Date.now(), timeZone), timeZone) + hour * 3_600_000);
