import { useEffect, useEffectEvent, useState } from 'react';
import { RateMeter } from './rate-meter.ts';
import type { UploadSummary } from './upload-item.ts';

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
