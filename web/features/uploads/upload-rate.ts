import { useEffect, useEffectEvent, useState } from 'react';
import type { UploadSummary } from './upload-item.ts';

/** The weight of a second fades to a third within this time, in milliseconds: long enough to smooth one slow file. */
const FADE_MS = 8000;
/** Nothing is said before this much of the line was seen, in milliseconds. */
const SETTLE_MS = 3000;
/** Slower than this, in bytes a second, the line stands still and no time left can be told. */
const STANDSTILL = 1000;

/**
 * Bytes a second, smoothed. A line that stands still makes it fall, so that the time left grows and then is not told
 * at all, instead of standing at a hopeful figure.
 */
export class RateMeter {
  #last: { at: number; bytes: number } | null = null;
  #seen = 0;
  #smoothed = 0;

  /**
   * @param at milliseconds, of any clock that only goes forward
   * @param bytes all that was sent so far; less than before when a file begins anew, which counts as nothing sent
   */
  sample(at: number, bytes: number): void {
    const last = this.#last;
    this.#last = { at, bytes };
    if (!last || at <= last.at) return;
    const elapsed = at - last.at;
    const kept = Math.exp(-elapsed / FADE_MS);
    const now = (Math.max(0, bytes - last.bytes) / elapsed) * 1000;
    this.#smoothed = this.#smoothed * kept + now * (1 - kept);
    this.#seen += elapsed;
  }

  /** Null while it is too early to tell. */
  bytesPerSecond(): number | null {
    if (this.#seen < SETTLE_MS) return null;
    // It began at zero: without this the first seconds would look slower than they were.
    return this.#smoothed / (1 - Math.exp(-this.#seen / FADE_MS));
  }

  /** Seconds for so many bytes; null while it is too early to tell, or nothing moves. */
  secondsFor(bytes: number): number | null {
    const rate = this.bytesPerSecond();
    return rate === null || rate < STANDSTILL ? null : bytes / rate;
  }
}

const SAMPLE_MS = 1000;

export interface UploadRate {
  /** Bytes a second. */
  speed: number;
  /** Seconds for what is on its way; null while nothing moves. */
  left: number | null;
}

/** Null while nothing is on its way, and for the first seconds: then it is too early to tell. */
export function useUploadRate({ pending, sentBytes, pendingBytes }: UploadSummary): UploadRate | null {
  const [rate, setRate] = useState<UploadRate | null>(null);
  const active = pending > 0;
  const sample = useEffectEvent((meter: RateMeter) => {
    meter.sample(performance.now(), sentBytes);
    const speed = meter.bytesPerSecond();
    setRate(speed === null ? null : { speed, left: meter.secondsFor(pendingBytes) });
  });
  useEffect(() => {
    if (!active) return;
    const meter = new RateMeter();
    const timer = setInterval(() => sample(meter), SAMPLE_MS);
    return () => {
      clearInterval(timer);
      setRate(null);
    };
  }, [active]);
  return rate;
}
