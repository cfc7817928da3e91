-- Groups of studios have a publication each, of a range of buckets, instead of one for each bucket: zero-cache joins
-- tables with publications whenever a schema changes, which took it a minute with sixteen of them.

/*
 * Gives each publication of buckets, `zero_buckets_00_15`, the tables and columns of zero_studio, and tells every
 * zero-cache. A table whose replica identity has no studio gets a key with it; without such a key the function fails,
 * because PostgreSQL would refuse the table's updates. hashtext depends on PostgreSQL's major version: after an upgrade
 * zero-caches copy their buckets again.
 */
create or replace function public.publish_to_zero() returns void language plpgsql set search_path = '' as $$
declare
  published record;
  key text;
  tables text;
  buckets text;
  zero text;
begin
  for published in
    select c.oid, c.oid::regclass as name, a.attnum as studio, coalesce(r.prattrs::smallint[], array(
        select x.attnum from pg_catalog.pg_attribute x where x.attrelid = c.oid and x.attnum > 0)) as columns
    from pg_catalog.pg_publication p
      join pg_catalog.pg_publication_rel r on r.prpubid = p.oid
      join pg_catalog.pg_class c on c.oid = r.prrelid
      join pg_catalog.pg_attribute a on a.attrelid = c.oid
        and a.attname = case c.relname when 'accounts' then 'id' else 'account_id' end
    where p.pubname = 'zero_studio' and not exists (
      select from pg_catalog.pg_index i where i.indrelid = c.oid and a.attnum = any (i.indkey)
        and case c.relreplident when 'd' then i.indisprimary when 'i' then i.indisreplident end)
  loop
    select x.relname into key
    from pg_catalog.pg_index i join pg_catalog.pg_class x on x.oid = i.indexrelid
    where i.indrelid = published.oid and i.indisunique and i.indisvalid and i.indimmediate and i.indpred is null
      and i.indexprs is null and published.studio = any (i.indkey) and not exists (
        select from unnest(i.indkey::smallint[]) n
          join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = n
        where not a.attnotnull or not n = any (published.columns))
    order by i.indnkeyatts, x.relname limit 1;
    if key is null then
      raise exception 'the table % has no key with its studio', published.name;
    end if;
    execute format('alter table %s replica identity using index %I', published.name, key);
  end loop;
  select string_agg(
      format('%s%s where ((hashtext(%I) & 31) between $buckets)', r.prrelid::regclass,
        (select format(' (%s)', string_agg(quote_ident(a.attname), ', ')) from pg_catalog.pg_attribute a
          where r.prattrs is not null and a.attrelid = r.prrelid and a.attnum = any (r.prattrs)
          having count(*) > 0),
        case c.relname when 'accounts' then 'id' else 'account_id' end),
      ', ')
    into tables
    from pg_catalog.pg_publication p
      join pg_catalog.pg_publication_rel r on r.prpubid = p.oid
      join pg_catalog.pg_class c on c.oid = r.prrelid
    where p.pubname = 'zero_studio';
  for buckets in select pubname from pg_catalog.pg_publication where pubname ~ '^zero_buckets_\d\d_\d\d$' loop
    execute format('alter publication %I set table %s', buckets, replace(tables, '$buckets',
      format('%s and %s', split_part(buckets, '_', 3)::integer, split_part(buckets, '_', 4)::integer)));
  end loop;
  -- On a hosted project the event triggers of a zero-cache do not see a changed publication.
  for zero in
    select format('%I.update_schemas()', nspname) from pg_catalog.pg_namespace where nspname ~ '^zero.*_0$'
  loop
    if to_regprocedure(zero) is not null then execute 'select ' || zero; end if;
  end loop;
end $$;
