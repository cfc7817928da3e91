import { useEffect, useState } from 'react';

/** Milliseconds until a moment, counted down once a second; 0 when it has passed. */
export function useTimeLeft(until: number): number {
  const [left, setLeft] = useState(() => Math.max(0, until - Date.now()));
  useEffect(() => {
    const count = () => setLeft(Math.max(0, until - Date.now()));
    count();
    const timer = setInterval(count, 1000);
    return () => clearInterval(timer);
  }, [until]);
  return left;
}
