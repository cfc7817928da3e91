import type { CaptureResult } from 'posthog-js';

/** Events that are sent, with the properties of each beside the common ones. */
const EVENTS: Readonly<Record<string, readonly string[]>> = {
  $pageview: [],
  $pageleave: ['$prev_pageview_duration'],
  $autocapture: ['$event_type'],
  $web_vitals: ['$web_vitals_CLS_value', '$web_vitals_FCP_value', '$web_vitals_INP_value', '$web_vitals_LCP_value'],
};

/** Properties of every event: versions, sizes and random ids of this page load. */
const COMMON = [
  'token',
  'distinct_id',
  '$device_id',
  '$session_id',
  '$window_id',
  '$pageview_id',
  '$lib',
  '$lib_version',
  '$insert_id',
  '$time',
  '$browser',
  '$browser_version',
  '$os',
  '$device_type',
  '$viewport_height',
  '$viewport_width',
];

/** No property needs more; a text that is longer is something else. */
const MAX_LENGTH = 64;

/**
 * Returns an event that contains listed properties only, or null for an event that is not sent. The address is
 * the route's pattern: no ids, names, queries, titles, referrers and texts.
 * @param pattern as `/app/clients/customers/:customerId`
 */
export function allowedEvent(event: CaptureResult | null, pattern: string, origin: string): CaptureResult | null {
  const own = event && Object.hasOwn(EVENTS, event.event) ? EVENTS[event.event] : undefined;
  if (!event || !own) return null;
  const kept = [...COMMON, ...own].flatMap((name) => {
    const value: unknown = event.properties[name];
    const isPlain = typeof value === 'number' || (typeof value === 'string' && value.length <= MAX_LENGTH);
    return isPlain ? [[name, value] as const] : [];
  });
  // The kind of element only, never its text, attributes or place.
  const tag = /^[a-z][a-z0-9-]{0,20}(?=[.:;]|$)/.exec(String(event.properties['$elements_chain'] ?? ''))?.[0];
  return {
    uuid: event.uuid,
    event: event.event,
    ...(event.timestamp ? { timestamp: event.timestamp } : {}),
    properties: {
      ...Object.fromEntries(kept),
      ...(event.event === '$autocapture' && tag ? { $elements_chain: tag } : {}),
      $current_url: origin + pattern,
      $pathname: pattern,
      $host: new URL(origin).host,
      $ip: '0.0.0.0',
      $geoip_disable: true,
      $process_person_profile: false,
    },
  };
}
