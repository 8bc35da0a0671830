// Questions to PostgreSQL's own tables. Each takes the names of the schemas, and leaves out what an extension brought.

const isOurs = (relation: string, id: string) =>
  `not exists (select from pg_depend where classid = '${relation}'::regclass and objid = ${id} and deptype = 'e')`

/** Things of kinds that neither our migrations nor pg-boss make. */
export const UNKNOWN = `
  select kind || ' ' || nspname || '.' || name as thing from (
    select case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'f' then 'foreign table'
      else 'composite type' end as kind, relnamespace as schema, relname::text as name
    from pg_class where relkind in ('v', 'm', 'f', 'c') and ${isOurs('pg_class', 'pg_class.oid')}
    union all
    select 'rule on', relnamespace, relname::text from pg_rewrite join pg_class on pg_class.oid = ev_class
    where rulename <> '_RETURN' and relkind in ('r', 'p')
    union all
    select 'policy on', relnamespace, relname::text from pg_policy join pg_class on pg_class.oid = polrelid
    union all
    select 'statistics', stxnamespace, stxname::text from pg_statistic_ext
    union all
    select case typtype when 'd' then 'domain' else 'type' end, typnamespace, typname::text from pg_type
    where typtype in ('d', 'r', 'm') and ${isOurs('pg_type', 'pg_type.oid')}
    union all
    select 'aggregate', pronamespace, proname::text from pg_proc
    where prokind = 'a' and ${isOurs('pg_proc', 'pg_proc.oid')}
    union all
    select 'inherited table', relnamespace, relname::text from pg_inherits join pg_class on pg_class.oid = inhrelid
    where relkind = 'r' and not relispartition
  ) as found join pg_namespace on pg_namespace.oid = schema
  where nspname = any($1::text[])
  order by 1`

export const TYPES = `
  select format('create type %I.%I as enum (%s)', nspname, typname,
    (select string_agg(quote_literal(enumlabel), ', ' order by enumsortorder) from pg_enum
     where enumtypid = pg_type.oid)) as create
  from pg_type join pg_namespace on pg_namespace.oid = typnamespace
  where typtype = 'e' and nspname = any($1::text[]) and ${isOurs('pg_type', 'pg_type.oid')}
  order by nspname, typname`

export const FUNCTIONS = `
  select pg_get_functiondef(pg_proc.oid) as create
  from pg_proc join pg_namespace on pg_namespace.oid = pronamespace
  where prokind <> 'a' and nspname = any($1::text[]) and ${isOurs('pg_proc', 'pg_proc.oid')}
  order by nspname, proname, pg_get_function_identity_arguments(pg_proc.oid)`

const SEQUENCE_OPTIONS = `format('start with %s increment by %s minvalue %s maxvalue %s cache %s%s', seqstart, seqincrement,
  seqmin, seqmax, seqcache, case when seqcycle then ' cycle' else '' end)`

/** Those of identity columns come with their column. */
export const SEQUENCES = `
  select format('create sequence %s as %s %s', pg_class.oid::regclass, format_type(seqtypid, null), ${SEQUENCE_OPTIONS})
      as create,
    (select format('alter sequence %s owned by %s.%I', pg_class.oid::regclass, refobjid::regclass, attname)
     from pg_depend join pg_attribute on attrelid = refobjid and attnum = refobjsubid
     where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'a') as own
  from pg_class join pg_namespace on pg_namespace.oid = relnamespace join pg_sequence on seqrelid = pg_class.oid
  where nspname = any($1::text[]) and not exists (
    select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype in ('i', 'e'))
  order by nspname, relname`

const COLUMN = `
  format('%I %s', attname, format_type(atttypid, atttypmod))
  || case when attcollation <> typcollation
    then (select format(' collate %I.%I', nspname, collname) from pg_collation
      join pg_namespace on pg_namespace.oid = collnamespace where pg_collation.oid = attcollation)
    else '' end
  || case
    when attgenerated = 's' then format(' generated always as (%s) stored', pg_get_expr(adbin, adrelid))
    when attgenerated <> '' then format(' generated always as (%s)', pg_get_expr(adbin, adrelid))
    when attidentity <> '' then format(' generated %s as identity (sequence name %s %s)',
      case attidentity when 'a' then 'always' else 'by default' end, identity.name, identity.options)
    when adbin is not null then format(' default %s', pg_get_expr(adbin, adrelid))
    else '' end
  || case when attnotnull then ' not null' else '' end`

/** Tables with their columns and checks; a parent before its partitions, which are listed from the top down. */
export const TABLES = `
  with recursive tree as (
    select oid, 0 as depth from pg_class where not relispartition and relkind in ('r', 'p')
    union all
    select inhrelid, depth + 1 from tree join pg_inherits on inhparent = tree.oid
      join pg_class on pg_class.oid = inhrelid and relispartition
  )
  select pg_class.oid::regclass::text as name,
    (select inhparent::regclass::text from pg_inherits where inhrelid = pg_class.oid) as parent,
    pg_get_expr(relpartbound, pg_class.oid) as bound,
    case when relkind = 'p' then pg_get_partkeydef(pg_class.oid) end as "partKey",
    array(select definition from (
      select attnum as place, ${COLUMN} as definition
      from pg_attribute
        join pg_type on pg_type.oid = atttypid
        left join pg_attrdef on adrelid = attrelid and adnum = attnum
        left join lateral (
          select objid::regclass::text as name, ${SEQUENCE_OPTIONS} as options
          from pg_depend join pg_sequence on seqrelid = objid
          where classid = 'pg_class'::regclass and refclassid = 'pg_class'::regclass and deptype = 'i'
            and refobjid = attrelid and refobjsubid = attnum) as identity on true
      where attrelid = pg_class.oid and attnum > 0 and not attisdropped
      union all
      select 10000 + row_number() over (order by conname), format('constraint %I %s', conname, pg_get_constraintdef(pg_constraint.oid))
      from pg_constraint where conrelid = pg_class.oid and contype = 'c'
    ) as parts order by place) as definitions,
    array(select quote_ident(attname) from pg_attribute
      where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as copied,
    array(select format('alter table %s alter column %I set storage %s', attrelid::regclass, attname,
        case attstorage when 'p' then 'plain' when 'e' then 'external' when 'm' then 'main' else 'extended' end)
      from pg_attribute join pg_type on pg_type.oid = atttypid
      where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attstorage <> typstorage
      order by attnum) as extras,
    relpersistence = 'u' as "isUnlogged",
    coalesce(' with (' || array_to_string(reloptions, ', ') || ')', '') as options
  from tree join pg_class using (oid) join pg_namespace on pg_namespace.oid = relnamespace
  where nspname = any($1::text[]) and relpersistence <> 't' and ${isOurs('pg_class', 'pg_class.oid')}
  order by depth, nspname, relname`

/** How many tables stand above a partition: what belongs to the lowest comes first. */
const DEPTH = (table: string) => `(select count(*) from pg_partition_ancestors(${table}))`

/** Keys of partitions are there when their parent's is made, which then takes them over; references come with the parent's. */
export const CONSTRAINTS = `
  select format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(pg_constraint.oid))
    as add
  from pg_constraint join pg_class on pg_class.oid = conrelid join pg_namespace on pg_namespace.oid = relnamespace
  where nspname = any($1::text[]) and (contype in ('p', 'u', 'x') or (contype = 'f' and conparentid = 0))
    and ${isOurs('pg_class', 'pg_class.oid')}
  order by ${DEPTH('conrelid')} desc, nspname, relname, conname`

export const INDEXES = `
  select pg_get_indexdef(indexrelid) as create
  from pg_index join pg_class on pg_class.oid = indrelid join pg_namespace on pg_namespace.oid = relnamespace
  where nspname = any($1::text[]) and not exists (select from pg_constraint where conindid = indexrelid
      and contype in ('p', 'u', 'x')) and ${isOurs('pg_class', 'pg_class.oid')}
  order by ${DEPTH('indrelid')} desc, nspname, relname, indexrelid::regclass::text`

export const TRIGGERS = `
  select pg_get_triggerdef(pg_trigger.oid) as create
  from pg_trigger join pg_class on pg_class.oid = tgrelid join pg_namespace on pg_namespace.oid = relnamespace
  where nspname = any($1::text[]) and not tgisinternal and tgparentid = 0 and ${isOurs('pg_class', 'pg_class.oid')}
  order by nspname, relname, tgname`

/** Where every sequence stands, those of identity columns included. */
export const SEQUENCE_NAMES = `
  select pg_class.oid::regclass::text as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where relkind = 'S' and nspname = any($1::text[]) and ${isOurs('pg_class', 'pg_class.oid')}
  order by nspname, relname`
