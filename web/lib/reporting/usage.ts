import { AnalyticsExtensions } from 'posthog-js/dist/extension-bundles';
import posthog from 'posthog-js/dist/module.slim.no-external';

// Registers the measuring of web vitals, which the library would otherwise load from its own host.
import 'posthog-js/dist/web-vitals';
import { allowedEvent, exceptionOf, NETWORK_TIMING } from './allowed-event.ts';
import { describeError, MAX_REPORTS } from './describe-error.ts';

const { autocapture, historyAutocapture, webVitalsAutocapture } = AnalyticsExtensions;

/** Product analytics under way: how to report an error, and how to end. */
export interface Usage {
  report: (error: unknown) => void;
  end: () => void;
}

/**
 * Starts product analytics: page views, leaves, clicks, performance, network timing and errors. Everything goes through
 * our own origin, and through `allowedEvent`. Nothing is kept on the device: a page load is a new visit.
 */
export function startUsage(key: string, routePattern: () => string): Usage {
  let isOn = true;
  posthog.init(key, {
    api_host: `${location.origin}/pulse`,
    __extensionClasses: { autocapture, historyAutocapture, webVitalsAutocapture },
    persistence: 'memory',
    person_profiles: 'never',
    autocapture: true,
    capture_pageview: 'history_change',
    capture_pageleave: true,
    // The library attaches network timing to replays of sessions only, and messages to errors: both are sent below.
    capture_performance: { web_vitals: true, network_timing: false },
    capture_exceptions: false,
    capture_heatmaps: false,
    capture_dead_clicks: false,
    rageclick: false,
    mask_all_text: true,
    mask_all_element_attributes: true,
    mask_personal_data_properties: true,
    save_referrer: false,
    save_campaign_params: false,
    disable_session_recording: true,
    disable_surveys: true,
    disable_external_dependency_loading: true,
    advanced_disable_flags: true,
    // Each event immediately: nothing waits that would be sent after a withdrawal.
    request_batching: false,
    // The query, which would name the compression, does not reach the origin.
    disable_compression: true,
    opt_out_useragent_filter: true,
    before_send: (event) => (isOn ? allowedEvent(event, routePattern(), location.origin) : null),
  });
  posthog.opt_in_capturing({ captureEventName: false });
  onNetworkTiming((timing) => isOn && posthog.capture(NETWORK_TIMING, timing));
  let reported = 0;
  return {
    report(error) {
      if (!isOn || reported++ >= MAX_REPORTS) return;
      posthog.capture('$exception', {
        $exception_list: [exceptionOf(describeError(error))],
        $exception_level: 'error',
      });
    },
    end() {
      isOn = false;
      posthog.opt_out_capturing();
      posthog.reset(true);
    },
  };
}

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
