import { expect, it } from 'vitest';
import type { CaptureResult } from 'posthog-js';
import { allowedEvent } from './allowed-event.ts';

const CANARIES = ['Clara Canary', 'clara@canary.example', 'IMG_CANARY.jpg', 'canary-token', '0123456789abcdefghjk'];
const [name, email, file, token, id] = CANARIES as [string, string, string, string, string];

/** An event as the library makes it, with data wherever it could be. */
const captured = (event: string): CaptureResult =>
  ({
    uuid: '0190',
    event,
    timestamp: new Date(0),
    $set: { email },
    $set_once: { $initial_referrer: `https://mail.example/${token}` },
    properties: {
      token: 'phc_key',
      distinct_id: '0191-random',
      $current_url: `https://albumen.example/app/clients/customers/${id}?q=${email}#${token}`,
      $pathname: `/app/clients/customers/${id}`,
      $raw_user_agent: `Browser ${name}`,
      $referrer: `https://mail.example/${email}`,
      title: name,
      $el_text: name,
      $elements: [{ tag_name: 'a', $el_text: name, attr__href: `/x/${id}` }],
      $elements_chain: `a.row-link:text="${name}"attr__href="/app/clients/customers/${id}"nth-child="1";div:attr__title="${file}"`,
      $event_type: 'click',
      $prev_pageview_pathname: `/app/clients/customers/${id}`,
      $prev_pageview_duration: 3.5,
      $web_vitals_LCP_value: 1200,
      $web_vitals_LCP_event: { attribution: { url: file } },
      $viewport_width: 375,
      $browser: 'Chrome',
      $os: `${name} `.repeat(20),
      $device_id: { nested: email },
    },
  }) as unknown as CaptureResult;

it.each(['$pageview', '$pageleave', '$autocapture', '$web_vitals'])('sends %s with listed properties only', (event) => {
  const sent = allowedEvent(captured(event), '/app/clients/customers/:customerId', 'https://albumen.example')!;
  for (const canary of CANARIES) expect(JSON.stringify(sent)).not.toContain(canary);
  expect(Object.keys(sent).toSorted()).toEqual(['event', 'properties', 'timestamp', 'uuid']);
  expect(sent.properties).toMatchObject({
    token: 'phc_key',
    $current_url: 'https://albumen.example/app/clients/customers/:customerId',
    $viewport_width: 375,
    $browser: 'Chrome',
  });
  expect(sent.properties['$os']).toBeUndefined();
});

it('keeps what each event is for', () => {
  const propertiesOf = (event: string) => allowedEvent(captured(event), '/app', 'https://albumen.example')!.properties;
  expect(propertiesOf('$autocapture')).toMatchObject({ $event_type: 'click', $elements_chain: 'a' });
  expect(propertiesOf('$pageleave')).toMatchObject({ $prev_pageview_duration: 3.5 });
  expect(propertiesOf('$web_vitals')).toMatchObject({ $web_vitals_LCP_value: 1200 });
  expect(propertiesOf('$pageview')).not.toHaveProperty('$elements_chain');
});

it('sends of an exception its class and positions in our scripts', () => {
  const event = captured('$exception');
  const frame = { filename: '/assets/app-1a2b.js', lineno: 1, colno: 234, function: name, vars: { email } };
  event.properties['$exception_list'] = [
    { type: 'TypeError', value: `no ${name}`, stacktrace: { frames: [{ ...frame, filename: `/${email}` }, frame] } },
    { type: `${name} failed`, value: email },
  ];
  const sent = allowedEvent(event, '/app', 'https://albumen.example')!;
  for (const canary of CANARIES) expect(JSON.stringify(sent)).not.toContain(canary);
  const kept = { platform: 'web:javascript', filename: '/assets/app-1a2b.js', lineno: 1, colno: 234, in_app: true };
  expect(sent.properties['$exception_list']).toEqual([
    { type: 'TypeError', value: '', mechanism: { handled: false }, stacktrace: { type: 'raw', frames: [kept] } },
  ]);
});

it('sends the durations of a page load', () => {
  const event = captured('network_timing');
  Object.assign(event.properties, { wait_ms: 120, protocol: 'h2', name: file });
  expect(allowedEvent(event, '/app', 'https://albumen.example')!.properties).toMatchObject({
    wait_ms: 120,
    protocol: 'h2',
  });
  expect(JSON.stringify(allowedEvent(event, '/app', 'https://albumen.example'))).not.toContain(file);
});

it.each(['$identify', '$set', '$copy_autocapture', '$rageclick', 'constructor'])('drops %s', (event) => {
  expect(allowedEvent(captured(event), '/app', 'https://albumen.example')).toBeNull();
});
