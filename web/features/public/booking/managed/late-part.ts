/**
 * Returns whether the day by which a part was to be paid is over: a due time is the end of that day, or a moment in it.
 * @param day names a day as the page does; times in epoch milliseconds
 */
export function isDayOver(dueAt: number | null, now: number, day: (time: number) => string): boolean {
  return dueAt !== null && dueAt < now && day(dueAt - 1) !== day(now);
}
