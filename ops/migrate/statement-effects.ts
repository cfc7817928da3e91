import type { AlterPublicationStmt, DropStmt, GrantStmt, IndexStmt, Node, RenameStmt, RoleSpec } from '@pgsql/types';
import { alterTableEffects } from './alter-table.ts';
import { contract, expand, lock, look, type Effect, type Made } from './effects.ts';
import { fullName, relationName, words } from './names.ts';

/** Roles that our code never uses: revoking their rights is always allowed. */
const STRANGERS: ReadonlySet<string> = new Set(['anon', 'authenticated']);

/** Objects that belong to a table and are named after it. */
const ON_TABLES: ReadonlySet<string> = new Set(['OBJECT_TRIGGER', 'OBJECT_POLICY', 'OBJECT_RULE']);

/** Dropping these affects no running statement if the same migration creates them again. */
const REPLACEABLE: ReadonlySet<string> = new Set([...ON_TABLES, 'OBJECT_INDEX']);

/** Words of removing statements, in a body that only the database parses. */
const TAKING =
  /\b(drop\s+\w+|rename\s+\w+|truncate|set\s+not\s+null|alter\s+column|revoke|disable\s+row\s+level|set\s+schema)\b/i;

/** Returns the effects of one statement on running code; objects in `made` are new. */
export function statementEffects(node: Node, made: Made): Effect[] {
  if ('AlterTableStmt' in node) return alterTableEffects(node.AlterTableStmt, made);
  if ('DropStmt' in node) return drop(node.DropStmt, made);
  if ('RenameStmt' in node) return rename(node.RenameStmt, made);
  if ('IndexStmt' in node) return index(node.IndexStmt, made);
  if ('AlterPublicationStmt' in node) return publication(node.AlterPublicationStmt);
  if ('GrantStmt' in node) return grant(node.GrantStmt, made);
  if ('AlterEnumStmt' in node) {
    const type = fullName((node.AlterEnumStmt.typeName ?? []).flatMap(words));
    if (made.has(type)) return [];
    const { oldVal, newVal } = node.AlterEnumStmt;
    return oldVal ? [contract(`renames the value ${oldVal} of ${type}`)] : [expand(`adds ${newVal} to ${type}`)];
  }
  if ('AlterDomainStmt' in node) {
    const { typeName, subtype } = node.AlterDomainStmt;
    const domain = fullName((typeName ?? []).flatMap(words));
    // T sets a default, N allows null, V validates an existing constraint.
    return made.has(domain) || /^[TNV]$/.test(subtype ?? '') ? [] : [contract(`tightens the domain ${domain}`)];
  }
  if ('AlterObjectSchemaStmt' in node) {
    const moved = relationName(node.AlterObjectSchemaStmt.relation);
    return made.has(moved) ? [] : [contract(`moves ${moved} to another schema`)];
  }
  if ('TruncateStmt' in node) {
    const tables = (node.TruncateStmt.relations ?? []).map((table) => fullName(words(table)));
    return tables.filter((table) => !made.has(table)).map((table) => contract(`empties ${table}`));
  }
  if ('DeleteStmt' in node) {
    const table = relationName(node.DeleteStmt.relation);
    return made.has(table) ? [] : [look(`deletes rows of ${table}`)];
  }
  if ('DropOwnedStmt' in node || 'DropRoleStmt' in node) return [contract('drops a role or what it owns')];
  if ('AlterOwnerStmt' in node) return [contract('gives something to another owner')];
  if ('GrantRoleStmt' in node) return node.GrantRoleStmt.is_grant ? [] : [contract('takes a role away')];
  if ('DoStmt' in node) return block(node.DoStmt.args);
  if ('CreateFunctionStmt' in node) return routine(node.CreateFunctionStmt.options);
  return creation(node);
}

function drop(statement: DropStmt, made: Made): Effect[] {
  const kind = statement.removeType ?? '';
  return (statement.objects ?? []).flatMap((object) => {
    const parts = words(object);
    // Objects of a table, which may be named without its schema as well.
    const name = ON_TABLES.has(kind) ? fullName([fullName(parts.slice(0, -1)), ...parts.slice(-1)]) : fullName(parts);
    if (made.has(name)) return [];
    const what = `drops the ${kind.replace('OBJECT_', '').toLowerCase()} ${name}`;
    return [contract(what, REPLACEABLE.has(kind) ? name : undefined)];
  });
}

function rename(statement: RenameStmt, made: Made): Effect[] {
  const kind = statement.renameType ?? '';
  if (kind === 'OBJECT_TRIGGER' || kind === 'OBJECT_POLICY') return [];
  const owner = statement.relation ? relationName(statement.relation) : fullName(words(statement.object));
  const name = statement.subname ? `${owner}.${statement.subname}` : owner;
  if (made.has(owner) || made.has(name)) return [];
  return [contract(`renames the ${kind.replace('OBJECT_', '').toLowerCase()} ${name}`)];
}

function index(statement: IndexStmt, made: Made): Effect[] {
  const table = relationName(statement.relation);
  if (made.has(table)) return [];
  const name = `the index ${statement.idxname ?? ''} of ${table}`;
  return [
    ...(statement.unique ? [contract(`tightens what may be written: ${name}`)] : []),
    // CONCURRENTLY cannot run in a transaction, so it must be alone in its migration.
    ...(statement.concurrent ? [] : [lock(`holds up writing while it builds ${name}`)]),
  ];
}

function publication(statement: AlterPublicationStmt): Effect[] {
  switch (statement.action) {
    case 'AP_AddObjects':
      return statement.pubobjects ? [expand(`adds to the publication ${statement.pubname}`)] : [];
    case 'AP_DropObjects':
      return [contract(`takes a table out of the publication ${statement.pubname}`)];
    default:
      return [contract(`replaces what the publication ${statement.pubname} holds: compare both lists`)];
  }
}

function grant(statement: GrantStmt, made: Made): Effect[] {
  if (statement.is_grant || statement.targtype !== 'ACL_TARGET_OBJECT') return [];
  const from = (statement.grantees ?? []).flatMap((node) => ('RoleSpec' in node ? [roleName(node.RoleSpec)] : []));
  if (from.every((role) => STRANGERS.has(role))) return [];
  const objects = (statement.objects ?? []).map((object) => fullName(words(object)));
  return objects.filter((name) => !made.has(name)).map((name) => contract(`takes rights on ${name} away`));
}

const roleName = (role: RoleSpec) => role.rolename ?? role.roletype ?? '';

/** A DO block runs with its migration, and so do its removals. */
function block(args: Node[] | undefined): Effect[] {
  const found = TAKING.exec(bodyOf(args));
  return found ? [contract(`says "${found[0]}" in a DO block`)] : [];
}

function routine(options: Node[] | undefined): Effect[] {
  const found = TAKING.exec(bodyOf(options));
  return found ? [look(`says "${found[0]}" in a function: when does it run?`)] : [];
}

function bodyOf(elements: Node[] | undefined): string {
  return (elements ?? [])
    .flatMap((node) => ('DefElem' in node && node.DefElem.defname === 'as' ? words(node.DefElem.arg) : []))
    .join('\n');
}

function creation(node: Node): Effect[] {
  if ('CreateStmt' in node) return [expand(`makes the table ${relationName(node.CreateStmt.relation)}`)];
  if ('ViewStmt' in node) return [expand(`makes the view ${relationName(node.ViewStmt.view)}`)];
  if ('CreateEnumStmt' in node || 'CompositeTypeStmt' in node || 'CreateDomainStmt' in node)
    return [expand('makes a type')];
  return [];
}
