/** Replaces `Date` of this process by one that can be ahead. Timers and `performance` are as they were. */
export function shiftClock(ahead = 0): { setAhead(ms: number): void; restore(): void } {
  const RealDate = Date;
  const now = () => RealDate.now() + ahead;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args: [], self) => Reflect.construct(target, args.length > 0 ? args : [now()], self) as Date,
    apply: (target) => new target(now()).toString(),
    get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
  });
  return {
    setAhead: (ms) => (ahead = ms),
    restore: () => (globalThis.Date = RealDate),
  };
}
