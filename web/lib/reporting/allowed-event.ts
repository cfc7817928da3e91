import type { CaptureResult } from 'posthog-js';
import type { DescribedError } from './describe-error.ts';

/** How long the network took for the page, from the name to the last byte (usage.ts). */
export const NETWORK_TIMING = 'network_timing';

/** Events that are sent, with the properties of each beside the common ones. */
const EVENTS: Readonly<Record<string, readonly string[]>> = {
  $pageview: [],
  $pageleave: ['$prev_pageview_duration'],
  $autocapture: ['$event_type'],
  $web_vitals: ['$web_vitals_CLS_value', '$web_vitals_FCP_value', '$web_vitals_INP_value', '$web_vitals_LCP_value'],
  $exception: ['$exception_level'],
  [NETWORK_TIMING]: ['name_ms', 'connect_ms', 'wait_ms', 'receive_ms', 'document_ms', 'load_ms', 'bytes', 'protocol'],
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
  // The kind of element only, never its text, attributes or position.
  const tag = /^[a-z][a-z0-9-]{0,20}(?=[.:;]|$)/.exec(String(event.properties['$elements_chain'] ?? ''))?.[0];
  return {
    uuid: event.uuid,
    event: event.event,
    ...(event.timestamp ? { timestamp: event.timestamp } : {}),
    properties: {
      ...Object.fromEntries(kept),
      ...(event.event === '$autocapture' && tag ? { $elements_chain: tag } : {}),
      ...(event.event === '$exception'
        ? { $exception_list: allowedExceptions(event.properties['$exception_list']) }
        : {}),
      $current_url: origin + pattern,
      $pathname: pattern,
      $host: new URL(origin).host,
      $ip: '0.0.0.0',
      $geoip_disable: true,
      $process_person_profile: false,
    },
  };
}

/** Returns PostHog's form of an error: its class, and positions in our scripts; it wants the innermost frame last. */
export function exceptionOf({ type, frames }: DescribedError) {
  const parsed = frames.toReversed().flatMap((frame) => {
    const [, filename, line, column] = FRAME.exec(frame) ?? [];
    return filename
      ? [{ platform: 'web:javascript', filename, lineno: Number(line), colno: Number(column), in_app: true }]
      : [];
  });
  return { type, value: '', mechanism: { handled: false }, stacktrace: { type: 'raw', frames: parsed } };
}

/** `/assets/app-1a2b3c.js:1:2345` */
const FRAME = /^(\/[\w./-]{1,120}\.js):(\d{1,7}):(\d{1,7})$/;
const CLASS_NAME = /^[\w.:-]{1,64}$/;

/** Rebuilds the list of errors from what `exceptionOf` writes: the library's own would have messages. */
function allowedExceptions(list: unknown): unknown[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((one: { type?: unknown; stacktrace?: { frames?: unknown } } | null) => {
    const type = String(one?.type);
    const frames = Array.isArray(one?.stacktrace?.frames) ? (one.stacktrace.frames as Record<string, unknown>[]) : [];
    if (!CLASS_NAME.test(type)) return [];
    const written = frames.map(
      ({ filename, lineno, colno }) => `${String(filename)}:${String(lineno)}:${String(colno)}`,
    );
    return [exceptionOf({ type, frames: written.toReversed() })];
  });
}
