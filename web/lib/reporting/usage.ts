import { AnalyticsExtensions } from 'posthog-js/dist/extension-bundles';
import posthog from 'posthog-js/dist/module.slim.no-external';
// Registers the measuring of web vitals, which the library would otherwise load from its own host.
import 'posthog-js/dist/web-vitals';
import { allowedEvent } from './allowed-event.ts';

const { autocapture, historyAutocapture, webVitalsAutocapture } = AnalyticsExtensions;

/**
 * Starts product analytics: page views, leaves, clicks and performance. Everything goes through our own origin, and
 * through `allowedEvent`. Nothing is kept on the device: a page load is a new visit.
 */
export function startUsage(key: string, routePattern: () => string): () => void {
  let isOn = true;
  posthog.init(key, {
    api_host: `${location.origin}/pulse`,
    __extensionClasses: { autocapture, historyAutocapture, webVitalsAutocapture },
    persistence: 'memory',
    person_profiles: 'never',
    autocapture: true,
    capture_pageview: 'history_change',
    capture_pageleave: true,
    capture_performance: { web_vitals: true, network_timing: false },
    // Sentry has them.
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
    // Each event at once: nothing waits that would be sent after a withdrawal.
    request_batching: false,
    // The query, which would name the compression, does not reach the origin.
    disable_compression: true,
    opt_out_useragent_filter: true,
    before_send: (event) => (isOn ? allowedEvent(event, routePattern(), location.origin) : null),
  });
  posthog.opt_in_capturing({ captureEventName: false });
  return () => {
    isOn = false;
    posthog.opt_out_capturing();
    posthog.reset(true);
  };
}
