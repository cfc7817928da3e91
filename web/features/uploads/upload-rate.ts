import { useEffect, useEffectEvent, useState } from 'react';
import type { UploadSummary } from './upload-item.ts';

/** Time constant of the smoothing, milliseconds: long enough to smooth one slow file. */
const FADE_MS = 8000;
/** Minimum time observed before a rate is returned, milliseconds. */
const SETTLE_MS = 3000;
/** Rate in bytes a second below which the connection counts as stalled. */
const STANDSTILL = 1000;

/**
 * Smoothed rate in bytes a second. A stalled connection lowers it, so that the remaining time grows and then is null
 * instead of staying at an optimistic value.
 */
export class RateMeter {
  #last: { at: number; bytes: number } | null = null;
  #seen = 0;
  #smoothed = 0;

  /**
   * Adds a sample.
   * @param at milliseconds of any monotonic clock
   * @param bytes total sent so far; less than before if a file starts again, which counts as nothing sent
   */
  sample(at: number, bytes: number): void {
    const last = this.#last;
    this.#last = { at, bytes };
    if (!last || at <= last.at) return;
    const elapsed = at - last.at;
    const decay = Math.exp(-elapsed / FADE_MS);
    const now = (Math.max(0, bytes - last.bytes) / elapsed) * 1000;
    this.#smoothed = this.#smoothed * decay + now * (1 - decay);
    this.#seen += elapsed;
  }

  /** Returns the rate in bytes a second; null while it is too early. */
  bytesPerSecond(): number | null {
    if (this.#seen < SETTLE_MS) return null;
    // The average starts at zero: correct for it, or the first seconds would look too slow.
    return this.#smoothed / (1 - Math.exp(-this.#seen / FADE_MS));
  }

  /** Returns the seconds for a number of bytes; null while it is too early or the connection is stalled. */
  secondsFor(bytes: number): number | null {
    const rate = this.bytesPerSecond();
    return rate === null || rate < STANDSTILL ? null : bytes / rate;
  }
}

const SAMPLE_MS = 1000;

interface UploadRate {
  /** Rate in bytes a second. */
  speed: number;
  /** Remaining seconds of the pending uploads; null while they are stalled. */
  left: number | null;
}

/** Returns the rate of the pending uploads; null without any, and for the first seconds. */
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
