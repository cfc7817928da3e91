import { USAGE_MONTHS } from '#core/domain/studio/usage.ts';
import { timestamp } from '../platform/db/database.ts';
import type { JobServices } from '../platform/job-services.ts';
import { noticePrices } from '../plans/notice-prices.ts';
import { closeMonths } from '../plans/statements.ts';
import { updatePlans } from '../plans/update-plans.ts';

/**
 * Counts what each studio stores in this hour, and deletes days that are older than `USAGE_MONTHS`. An hour counts once,
 * whenever and however often the job runs; hours that it missed are counted by its next run.
 * @returns the number of studios counted: 0 for a repeated run
 */
export async function sampleUsage({ db, clock }: Pick<JobServices, 'db' | 'clock'>): Promise<{ studios: number }> {
  const now = timestamp(clock());
  const [row] = await db.query<{ studios: number }>('select sample_storage($1) as studios', [now]);
  await db.query(
    `delete from usage_days
     where day < (date_trunc('month', $1::timestamptz at time zone 'UTC') - make_interval(months => $2))::date`,
    [now, USAGE_MONTHS],
  );
  return { studios: row?.studios ?? 0 };
}

/** The job `usage`: counts what studios store, and then what it costs them. */
export async function meterUsage(
  jobs: Pick<JobServices, 'db' | 'clock' | 'billingFrom'>,
): Promise<{ studios: number; plans: number; statements: number }> {
  const { db, billingFrom } = jobs;
  await noticePrices(db, billingFrom, jobs.clock());
  const { studios } = await sampleUsage(jobs);
  const plans = await updatePlans(db, billingFrom, jobs.clock(), { forecasts: studios > 0 });
  return { studios, plans, statements: await closeMonths(db, billingFrom, jobs.clock()) };
}
