import { accounts } from '#core/api/accounts.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { makeId } from '#core/domain/values/ids.ts';
import { MAX_SCRIPT_VERSIONS } from '#core/domain/site/site-code.ts';
import type { Member } from '../platform/auth/authorization.ts';
import { random } from '../platform/auth/secrets.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { defineHandler } from '../platform/http/handler.ts';
import { limitAttempts } from '../platform/http/rate-limit.ts';
import { compileCss } from './compile-css.ts';
import { purgeSite } from './releases.ts';

export const saveStyles = defineHandler(accounts.saveStyles, async ({ services, caller, body }) => {
  const { db, clock } = services;
  const { accountId, userId } = caller;
  const now = clock();
  await limitAttempts(db, 'site-styles', { account: accountId }, now);
  const { css, problems } = compileCss(body.css);
  await db.transaction(async (tx) => {
    await tx.query(
      `insert into cms_settings (account_id, author_id, custom_css, custom_css_compiled, updated_at)
       values ($1, $2, $3, $4, $5)
       on conflict (account_id) do update set custom_css = excluded.custom_css,
         custom_css_compiled = excluded.custom_css_compiled, updated_at = excluded.updated_at`,
      [accountId, userId, body.css, css, timestamp(now)],
    );
    await purgeSite(tx, accountId, now);
  });
  return { body: { problems } };
});

export const saveScript = defineHandler(accounts.saveScript, async ({ services, caller, body }) => {
  const { db, clock } = services;
  const now = clock();
  await limitAttempts(db, 'site-scripts', { account: caller.accountId }, now);
  return { body: { id: await db.transaction((tx) => storeVersion(tx, caller, body, now)) } };
});

export const restoreScript = defineHandler(accounts.restoreScript, async ({ services, caller, body }) => {
  const { db, clock } = services;
  const now = clock();
  await limitAttempts(db, 'site-scripts', { account: caller.accountId }, now);
  const id = await db.transaction(async (tx) => {
    const [version] = await tx.query<ScriptVersion>(
      'select script, hosts from site_script_versions where id = $1 and account_id = $2',
      [body.versionId, caller.accountId],
    );
    if (!version) throw new AppError('not_found');
    return storeVersion(tx, caller, version, now);
  });
  return { body: { id } };
});

interface ScriptVersion {
  script: string;
  hosts: readonly string[];
}

/** Stores a version, makes it the present one, and switches it on. */
async function storeVersion(tx: Queryable, caller: Member, version: ScriptVersion, now: number): Promise<string> {
  const { accountId, userId } = caller;
  // Serialises versions of a studio.
  await tx.query('select from accounts where id = $1 for no key update', [accountId]);
  const id = makeId(random);
  const hosts = JSON.stringify(version.hosts);
  await tx.query(
    `insert into site_script_versions (id, account_id, author_id, script, hosts, created_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [id, accountId, userId, version.script, hosts, timestamp(now)],
  );
  await tx.query(
    `insert into cms_settings (account_id, author_id, custom_js, custom_js_hosts, custom_js_on, custom_js_since, updated_at)
     values ($1, $2, $3, $4, true, $5, $5)
     on conflict (account_id) do update set custom_js = excluded.custom_js, custom_js_hosts = excluded.custom_js_hosts,
       custom_js_on = true, custom_js_since = coalesce(cms_settings.custom_js_since, excluded.custom_js_since),
       updated_at = excluded.updated_at`,
    [accountId, userId, version.script, hosts, timestamp(now)],
  );
  await tx.query(
    `delete from site_script_versions where account_id = $1 and id in (
       select id from site_script_versions where account_id = $1 order by created_at desc, id offset $2)`,
    [accountId, MAX_SCRIPT_VERSIONS],
  );
  await purgeSite(tx, accountId, now);
  return id;
}
