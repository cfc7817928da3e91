import type { Subject } from './alarm-table.ts';

/*
 * What people may expect of the product, as docs/slo.md says it, and the alarms that fire when the part of 30 days that
 * may be bad is being used up too fast (Google's SRE workbook, "Alerting on SLOs", multiwindow, multi-burn-rate).
 */

export interface Slo {
  readonly of: Extract<Subject, 'site' | 'api' | 'vitals'>;
  /** Percent of requests or minutes that are good, over 30 days. */
  readonly objective: number;
  readonly namespace: 'AWS/CloudFront' | 'AWS/ApiGateway' | 'Albumen';
  /**
   * Metrics of the bad part. `rate`: a metric in percent, of the requests that `whole` counts; `count`: a number of
   * `whole`; `minutes`: 1 for a bad minute and 0 for a good one.
   */
  readonly bad:
    | { readonly rate: string; readonly whole: string }
    | { readonly count: string; readonly whole: string }
    | { readonly minutes: string };
  readonly says: string;
}

export const SLOS = {
  pages: {
    of: 'site',
    objective: 99.9,
    namespace: 'AWS/CloudFront',
    bad: { rate: '5xxErrorRate', whole: 'Requests' },
    says: 'Pages and pictures answer without an error of ours',
  },
  api: {
    of: 'api',
    objective: 99.9,
    namespace: 'AWS/ApiGateway',
    bad: { count: '5xx', whole: 'Count' },
    says: 'The API answers without an error of ours',
  },
  sync: {
    of: 'vitals',
    objective: 99.5,
    namespace: 'Albumen',
    bad: { minutes: 'SyncSlow' },
    says: 'A change is in a second window within 2 seconds',
  },
  outbox: {
    of: 'vitals',
    objective: 99.5,
    namespace: 'Albumen',
    bad: { minutes: 'OutboxSlow' },
    says: 'No mail or other effect waits longer than 5 minutes after it is due',
  },
  ingest: {
    of: 'vitals',
    objective: 99,
    namespace: 'Albumen',
    bad: { minutes: 'IngestSlow' },
    says: 'No five uploaded photos wait longer than 10 minutes for their pictures',
  },
} as const satisfies Record<string, Slo>;

/**
 * How fast the allowed part is used up: at this multiple of the even pace, over both windows, in minutes. `fast` uses 2 %
 * of 30 days within an hour, `slow` 5 % within six hours. The short window ends the alarm soon after its cause.
 */
export const BURNS = {
  fast: { rate: 14.4, long: 60, short: 5 },
  slow: { rate: 6, long: 360, short: 30 },
} as const;

export type Burn = keyof typeof BURNS;

/** Errors in a window below which it says nothing: a single one of few requests is chance. */
export const FEWEST_ERRORS = { long: 10, short: 2 } as const;

/** Returns the percentage of bad requests or minutes from which a window burns too fast. */
export const burnPercent = ({ objective }: Pick<Slo, 'objective'>, burn: Burn): number =>
  Number(((100 - objective) * BURNS[burn].rate).toFixed(4));

/** Headings that docs/operations.md must have: the end of the alarms' names. */
export const BURN_ALARM_NAMES: readonly string[] = Object.keys(BURNS).map((burn) => `burn-${burn}`);
