import { AnalyticsExtensions } from 'posthog-js/dist/extension-bundles';
import posthog from 'posthog-js/dist/module.slim.no-external';
// Registers the measuring of web vitals, which the library would otherwise load from its own host.
import 'posthog-js/dist/web-vitals';
import { allowedEvent, exceptionOf, NETWORK_TIMING } from './allowed-event.ts';
import { describeError, MAX_REPORTS } from './describe-error.ts';
import { onNetworkTiming } from './network-timing.ts';

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
