/** Durations of a page load in milliseconds, its size as sent, and the protocol: `h2`, `h3`. */
type NetworkTiming = Record<
  'name_ms' | 'connect_ms' | 'wait_ms' | 'receive_ms' | 'document_ms' | 'load_ms' | 'bytes',
  number
> & { protocol: string };

/** Returns what the browser has measured of a page load. */
function networkTiming(entry: PerformanceNavigationTiming): NetworkTiming {
  const between = (start: number, end: number) => Math.max(0, Math.round(end - start));
  return {
    name_ms: between(entry.domainLookupStart, entry.domainLookupEnd),
    connect_ms: between(entry.connectStart, entry.connectEnd),
    wait_ms: between(entry.requestStart, entry.responseStart),
    receive_ms: between(entry.responseStart, entry.responseEnd),
    document_ms: between(entry.startTime, entry.domContentLoadedEventEnd),
    load_ms: between(entry.startTime, entry.loadEventEnd),
    bytes: entry.transferSize,
    protocol: entry.nextHopProtocol,
  };
}

/** Calls `listener` once the page is loaded; never where the browser measures nothing. */
export function onNetworkTiming(listener: (timing: NetworkTiming) => void): void {
  const [entry] = performance.getEntriesByType('navigation');
  if (!(entry instanceof PerformanceNavigationTiming)) return;
  const read = () => listener(networkTiming(entry));
  if (entry.loadEventEnd > 0) read();
  // The end is measured once the listeners of the event have run.
  else addEventListener('load', () => setTimeout(read), { once: true });
}
