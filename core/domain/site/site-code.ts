import { z } from 'zod';
import { text } from '../values/primitives.ts';
import type { DomainStatus } from './domains.ts';

/*
 * A studio's own CSS and JavaScript on the pages of its website (docs/decisions/studio-code.md). CSS is compiled to
 * permitted rules below `.site` (functions/site/compile-css.ts). JavaScript runs on the studio's own domain only, after
 * the visitor's consent.
 */

/** Characters of CSS or JavaScript, as in the CHECKs of `cms_settings`. */
export const MAX_CODE_CHARS = 100_000;
const MAX_SCRIPT_HOSTS = 10;
/** Versions of the script that are kept, the present one included. */
export const MAX_SCRIPT_VERSIONS = 30;

export const customCss = text.max(MAX_CODE_CHARS);
export const customScript = text.max(MAX_CODE_CHARS).refine((value) => value.trim() !== '');

/** An exact host name: no scheme, port, path or wildcard, so that nothing else can get into the page's policy. */
const HOST = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;

export const scriptHosts = z
  .array(z.string().regex(HOST))
  .max(MAX_SCRIPT_HOSTS)
  .transform((hosts) => [...new Set(hosts)].toSorted());

/**
 * Returns the hosts of a text field, one in each line or between commas; addresses like `https://host/path` count as
 * their host.
 */
export function parseHosts(value: string): string[] {
  return value
    .split(/[\s,;]+/)
    .map((one) =>
      one
        .toLowerCase()
        .replace(/^https:\/\//, '')
        .replace(/\/.*$/, ''),
    )
    .filter((one) => one !== '');
}

/** Returns the stored hosts; [] for malformed ones. */
export function readScriptHosts(stored: unknown): string[] {
  return scriptHosts.safeParse(stored).data ?? [];
}

/**
 * Finding at a line and column of the CSS:
 * - `syntax`: unreadable, `at_rule`: not permitted, `selector`: not permitted or outside the page, `nested`: a rule in a
 *   rule, `property`: not permitted, `value`: unreadable or not permitted, `function`: not permitted, `url`: other than
 *   `/site/…`, `limit`: too many or too deep
 */
const CSS_PROBLEMS = [
  'syntax',
  'at_rule',
  'selector',
  'nested',
  'property',
  'value',
  'function',
  'url',
  'limit',
] as const;

export const cssProblem = z.object({
  code: z.enum(CSS_PROBLEMS),
  /** From 1. */
  line: z.number(),
  column: z.number(),
  /** The refused part, shortened. */
  found: z.string(),
});
export type CssProblem = z.infer<typeof cssProblem>;

/** Path of a studio's script on its own domain. Its name is the hash of its content, so it never changes. */
export const scriptPath = (hash: string): string => `/code/${hash}.js`;

/** Whether a studio's script runs: `waiting` while it is on and the studio has no live domain, on which alone it runs. */
export type ScriptState = 'off' | 'waiting' | 'on';

/** Returns the state of a studio's script. */
export function scriptState(isOn: boolean, domain: DomainStatus | null): ScriptState {
  if (!isOn) return 'off';
  return domain === 'live' ? 'on' : 'waiting';
}
