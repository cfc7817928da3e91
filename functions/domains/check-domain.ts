import {
  diagnoseDns,
  type DnsDiagnosis,
  type DnsFindings,
  type DomainStatus,
  type DomainVerdict,
  isApex,
  judgeDomain,
  nextCheckMs,
  readHostname,
} from '#core/domain/site/domains.ts';
import { AppError } from '#core/domain/values/errors.ts';
import type { EffectRun } from '../outbox/effects.ts';
import { continueEffect } from '../outbox/enqueue.ts';
import { enqueueAccountPurge } from '../outbox/public-pages.ts';
import type { DomainServices } from '../platform/aws/cdn-tenants.ts';
import { type Queryable, timestamp, violatedConstraint } from '../platform/db/database.ts';
import type { JobServices } from '../platform/job-services.ts';
import { notifyOwners } from '../security/security-events.ts';

interface DomainRow {
  id: string;
  accountId: string;
  slug: string;
  hostname: string;
  /** Null proves nothing. */
  proof: string | null;
  status: DomainStatus;
  tenantId: string | null;
  lostAt: number | null;
  requestedAt: number;
}

/**
 * Checks one domain: reads DNS, stores the verdict, creates or deletes the tenant, and plans the next check. It may run
 * again at any point.
 */
export async function checkDomain(run: EffectRun<'domain.check'>): Promise<void> {
  const { jobs, payload } = run;
  const domain = await readDomain(jobs.db, payload.domainId);
  // A closed studio's domain is checked again after it reopens (functions/jobs/empty-trash.ts).
  if (!domain || !jobs.domains) return;
  if (domain.status === 'removed') return removeTenant(jobs.db, jobs.domains, domain);
  const verdict = await judge(jobs, jobs.domains, domain);
  await store(jobs, domain, verdict);
  // The next run deletes the tenant.
  const wait = verdict.status === 'removed' ? 0 : nextCheckMs(verdict.status, jobs.clock() - domain.requestedAt);
  if (wait !== null) await continueEffect(jobs.db, run, payload, jobs.clock() + wait);
}

async function readDomain(db: Queryable, id: string): Promise<DomainRow | undefined> {
  const [row] = await db.query<DomainRow>(
    `select d.id, d.account_id as "accountId", a.slug, d.hostname, d.proof, d.status, d.tenant_id as "tenantId",
       d.lost_at as "lostAt", d.requested_at as "requestedAt"
     from domains d join accounts a on a.id = d.account_id
     where d.id = $1 and (a.deleted_at is null or d.status = 'removed')`,
    [id],
  );
  return row;
}

async function removeTenant(db: Queryable, { tenants }: DomainServices, { id, tenantId }: DomainRow): Promise<void> {
  if (!tenantId) return;
  await tenants.remove(tenantId);
  await db.query('update domains set tenant_id = null where id = $1', [id]);
}

const NOTHING: DnsFindings = { txt: [], cname: null, v4: [], v6: [], target: { v4: [], v6: [] }, caa: null };

async function judge(jobs: JobServices, services: DomainServices, domain: DomainRow): Promise<DomainVerdict> {
  const { hostname, status } = domain;
  const taken: DomainVerdict = { status: 'failed', failure: 'taken', found: [] };
  if (readHostname(hostname, new URL(jobs.appOrigin).hostname).refused) return taken;
  const dns = await services.lookUp(hostname, services.target).catch((error: unknown) => {
    // A broken zone answers nobody; a domain in use is judged by an answer only.
    if (['issuing', 'live', 'lost'].includes(status) || !(error instanceof AppError)) throw error;
    return NOTHING;
  });
  const diagnosis = diagnoseDns({ proof: domain.proof, target: services.target }, dns);
  const isServed = status === 'live' || status === 'lost';
  const isTaken = !isServed && !(await claim(jobs.db, domain, diagnosis, jobs.clock()));
  if (diagnosis.problem?.reason === 'wrong_target' && isApex(hostname) && dns.cname === null && !isTaken) {
    // An ALIAS answers with addresses, other ones for every network: only CloudFront knows whether they are its own.
    const canAsk = isServed || diagnosis.isProven;
    if (canAsk && (await aliasPointsHere(jobs.db, services, domain))) diagnosis.problem = null;
  }
  const verdict = judgeDomain(domain, diagnosis, isTaken, jobs.clock());
  return verdict.status === 'issuing' ? issue(jobs.db, services, domain, taken) : verdict;
}

/**
 * Claims the hostname for the studio that proves it, and releases it from one that no longer does.
 * @returns false if another studio has it
 */
async function claim(db: Queryable, { id, hostname }: DomainRow, { isProven }: DnsDiagnosis, now: number) {
  if (!isProven) {
    await db.query('update domains set proven_at = null where id = $1', [id]);
    return true;
  }
  try {
    const claimed = await db.query(
      `update domains set proven_at = coalesce(proven_at, $3) where id = $1 and not exists (
         select from domains o where o.hostname = $2 and o.id <> $1 and o.proven_at is not null and o.status <> 'removed')
       returning id`,
      [id, hostname, timestamp(now)],
    );
    return claimed.length > 0;
  } catch (error) {
    // Both proved it at the same moment.
    if (violatedConstraint(error) === 'domains_owner') return false;
    throw error;
  }
}

async function aliasPointsHere(db: Queryable, services: DomainServices, domain: DomainRow): Promise<boolean> {
  const tenantId = await ensureTenant(db, services, domain);
  return tenantId !== null && services.tenants.pointsHere(tenantId, domain.hostname);
}

/** Returns the tenant of a proven domain; null if another distribution has the hostname. */
async function ensureTenant(db: Queryable, { tenants }: DomainServices, domain: DomainRow): Promise<string | null> {
  if (domain.tenantId) return domain.tenantId;
  const created = await tenants.create(`studio-${domain.id}`, domain.hostname);
  if (created === 'taken') return null;
  domain.tenantId = created.id;
  await db.query('update domains set tenant_id = $2 where id = $1', [domain.id, created.id]);
  return created.id;
}

/** Creates the tenant, and waits for its certificate from check to check. */
async function issue(
  db: Queryable,
  services: DomainServices,
  domain: DomainRow,
  taken: DomainVerdict,
): Promise<DomainVerdict> {
  const tenantId = await ensureTenant(db, services, domain);
  if (!tenantId) return taken;
  const state = await services.tenants.activate(tenantId, domain.hostname);
  if (state === 'active') return { status: 'live', failure: null, found: [] };
  if (state === 'pending') return { status: 'issuing', failure: null, found: [] };
  // A certificate that was not issued stays so: another tenant asks for another one.
  await removeTenant(db, services, domain);
  return { status: 'verified', failure: null, found: [] };
}

/** Stores a verdict unless a member removed the domain meanwhile, and does what follows from a changed status. */
async function store({ db, clock }: JobServices, domain: DomainRow, verdict: DomainVerdict): Promise<void> {
  const now = clock();
  const { status, failure, found } = verdict;
  await db.transaction(async (tx) => {
    const stored = await tx.query(
      `update domains set status = $3::text, failure_reason = $4::text, found = $5::jsonb, checked_at = $6::timestamptz,
         live_at = case when $3::text = 'live' then coalesce(live_at, $6::timestamptz) else live_at end,
         lost_at = case when $3::text = 'lost' then coalesce(lost_at, $6::timestamptz) end,
         removed_at = case when $3::text = 'removed' then $6::timestamptz end
       where id = $1 and status = $2 returning id`,
      [domain.id, domain.status, status, failure, JSON.stringify(found.slice(0, 10)), timestamp(now)],
    );
    if (stored.length === 0 || status === domain.status) return;
    // Pages of the shared origin redirect to a domain while it is live.
    if (status === 'live' || domain.status === 'live') {
      await enqueueAccountPurge(tx, domain.accountId, [domain.slug], now);
    }
    if (status !== 'lost') return;
    const { id, accountId, hostname } = domain;
    const about = { accountId, outboxAccountId: accountId, key: `${id}:${now}`, studios: [hostname] };
    await notifyOwners(tx, { what: 'domain_lost', ...about }, now);
  });
}
