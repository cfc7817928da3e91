import { hash } from 'node:crypto';
import type pg from 'pg';

/*
 * Queries of PostgreSQL's catalog. Each row is an object and one fact about it. Grants are sorted, because their order in
 * the catalog is that of the statements.
 */

const SCHEMAS = "n.nspname in ('public', 'partitions', 'operators')";

/** Partitions of gallery_events by month: which there are depends on the date. */
const MONTHS = "c.relname !~ '_[0-9]{4}_[0-9]{2}(_|$)'";

const grants = (acl: string, kind: string, owner: string) =>
  `(select coalesce(string_agg(concat_ws(' ', g.grantee::regrole, g.privilege_type, g.is_grantable), ', '
      order by g.grantee::regrole::text collate "C", g.privilege_type), 'none')
    from aclexplode(coalesce(${acl}, acldefault('${kind}', ${owner}))) g)`;

const QUERIES = [
  `select 'schema ' || nspname, concat_ws(' ', nspowner::regrole, ${grants('nspacl', 'n', 'nspowner')})
   from pg_namespace n where ${SCHEMAS}`,
  `select 'role ' || rolname, concat_ws(' ', rolsuper, rolinherit, rolcreaterole, rolcreatedb, rolcanlogin, rolreplication,
      rolbypassrls, rolconfig,
      array(select m.roleid::regrole::text from pg_auth_members m where m.member = r.oid order by 1))
   from pg_roles r where rolname in ('albumen_api', 'albumen_operator')`,
  `select 'default privileges of ' || defaclrole::regrole, concat_ws(' ', defaclnamespace::regnamespace, defaclobjtype,
      ${grants('defaclacl', 'r', 'defaclrole')}) from pg_default_acl where defaclrole = 'postgres'::regrole`,
  `select 'table ' || c.oid::regclass, concat_ws(' ', c.relkind, c.relpersistence, c.relowner::regrole, c.relrowsecurity,
      c.relforcerowsecurity, c.relreplident, c.reloptions, pg_get_partkeydef(c.oid), pg_get_expr(c.relpartbound, c.oid),
      ${grants('c.relacl', 'r', 'c.relowner')}, obj_description(c.oid, 'pg_class'))
   from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where ${SCHEMAS} and ${MONTHS} and c.relkind in ('r', 'p', 'v', 'm')`,
  `select 'table ' || c.oid::regclass, concat_ws(' ', 'column', row_number() over (partition by c.oid order by a.attnum),
      a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attgenerated, a.attstorage,
      a.attcompression, a.attcollation::regcollation, pg_get_expr(d.adbin, d.adrelid),
      case when a.attacl is not null then ${grants('a.attacl', 'c', 'c.relowner')} end, col_description(c.oid, a.attnum))
   from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
   left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
   where ${SCHEMAS} and ${MONTHS} and c.relkind in ('r', 'p', 'v', 'm') and a.attnum > 0 and not a.attisdropped`,
  `select 'table ' || c.oid::regclass, concat_ws(' ', 'constraint', k.conname, k.convalidated, k.condeferrable,
      k.condeferred, pg_get_constraintdef(k.oid), obj_description(k.oid, 'pg_constraint'))
   from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
   where ${SCHEMAS} and ${MONTHS}`,
  `select 'table ' || c.oid::regclass, concat_ws(' ', pg_get_indexdef(i.indexrelid), i.indisvalid, i.indisreplident,
      i.indisclustered, obj_description(i.indexrelid, 'pg_class'))
   from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
   where ${SCHEMAS} and ${MONTHS}`,
  `select 'table ' || t.tgrelid::regclass, concat_ws(' ', pg_get_triggerdef(t.oid), t.tgenabled,
      obj_description(t.oid, 'pg_trigger'))
   from pg_trigger t join pg_proc p on p.oid = t.tgfoid join pg_class c on c.oid = t.tgrelid
   where not t.tgisinternal and p.pronamespace = 'public'::regnamespace and ${MONTHS}`,
  `select 'table ' || p.polrelid::regclass, concat_ws(' ', 'policy', p.polname, p.polcmd, p.polpermissive,
      p.polroles::regrole[], pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid))
   from pg_policy p join pg_class c on c.oid = p.polrelid join pg_namespace n on n.oid = c.relnamespace where ${SCHEMAS}`,
  `select 'function ' || p.oid::regprocedure, concat_ws(' ', p.proowner::regrole, pg_get_functiondef(p.oid),
      ${grants('p.proacl', 'f', 'p.proowner')}, obj_description(p.oid, 'pg_proc'))
   from pg_proc p join pg_namespace n on n.oid = p.pronamespace where ${SCHEMAS} and p.prokind in ('f', 'p')`,
  `select 'sequence ' || s.seqrelid::regclass, concat_ws(' ', s.seqtypid::regtype, s.seqstart, s.seqincrement, s.seqmin,
      s.seqmax, s.seqcache, s.seqcycle, c.relowner::regrole,
      pg_get_serial_sequence(o.refobjid::regclass::text, a.attname), ${grants('c.relacl', 's', 'c.relowner')})
   from pg_sequence s join pg_class c on c.oid = s.seqrelid join pg_namespace n on n.oid = c.relnamespace
   left join pg_depend o on o.objid = c.oid and o.refobjsubid > 0 and o.deptype in ('a', 'i')
   left join pg_attribute a on a.attrelid = o.refobjid and a.attnum = o.refobjsubid where ${SCHEMAS}`,
  `select 'type ' || t.oid::regtype, concat_ws(' ', t.typtype,
      array(select e.enumlabel from pg_enum e where e.enumtypid = t.oid order by e.enumsortorder))
   from pg_type t join pg_namespace n on n.oid = t.typnamespace left join pg_class c on c.oid = t.typrelid
   where ${SCHEMAS} and (t.typtype in ('e', 'd', 'r') or t.typtype = 'c' and c.relkind = 'c')`,
  `select 'publication ' || pubname, concat_ws(' ', pubowner::regrole, puballtables, pubinsert, pubupdate, pubdelete,
      pubtruncate, pubviaroot) from pg_publication where pubname = 'zero_studio'`,
  `select 'publication ' || pubname, concat_ws(' ', schemaname, tablename, attnames, rowfilter) from pg_publication_tables
   where pubname = 'zero_studio'`,
];

/**
 * Returns a line for each object of the schema: its name, and a hash of its columns, constraints, indexes, triggers,
 * grants and comments, or of its definition. Partitions by month are left out.
 */
export async function schemaFingerprint(pool: pg.Pool): Promise<string> {
  const facts = new Map<string, string[]>();
  for (const text of QUERIES) {
    const { rows } = await pool.query<[object: string, fact: string]>({ text, rowMode: 'array' });
    for (const [object, fact] of rows) facts.set(object, [...(facts.get(object) ?? []), fact]);
  }
  const lines = [...facts].map(([object, all]) => {
    const digest = hash('sha256', all.toSorted().join('\n'), 'hex');
    return `${object} ${digest.slice(0, 12)}\n`;
  });
  return lines.toSorted().join('');
}
