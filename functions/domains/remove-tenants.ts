import type { JobServices } from '../platform/job-services.ts';

/** Deletes a studio's tenants before its rows, which alone name them, are erased. */
export async function removeTenants({ db, domains }: Pick<JobServices, 'db' | 'domains'>, accountId: string) {
  const rows = await db.query<{ id: string; tenantId: string }>(
    'select id, tenant_id as "tenantId" from domains where account_id = $1 and tenant_id is not null',
    [accountId],
  );
  for (const { id, tenantId } of rows) {
    if (!domains) throw new Error('A domain has a tenant, but this stage has no own domains');
    await domains.tenants.remove(tenantId);
    await db.query('update domains set tenant_id = null where id = $1', [id]);
  }
}
