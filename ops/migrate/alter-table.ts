import type { AlterTableCmd, AlterTableStmt, ColumnDef, Constraint } from '@pgsql/types';
import { contract, expand, lock, look, type Effect, type Made } from './effects.ts';
import { relationName } from './names.ts';

/** Subtypes without effect on running code that read no rows. Others need a decision below. */
const HARMLESS: ReadonlySet<string> = new Set([
  'AT_SetStatistics',
  'AT_SetStorage',
  'AT_SetCompression',
  'AT_SetRelOptions',
  'AT_ResetRelOptions',
  'AT_SetOptions',
  'AT_ResetOptions',
  'AT_EnableRowSecurity',
  'AT_EnableTrig',
  'AT_ReplicaIdentity',
  // Reads all rows without blocking writers.
  'AT_ValidateConstraint',
]);

/** Functions evaluated once for a column's default; any other function rewrites the table. */
const STABLE_DEFAULTS: ReadonlySet<string> = new Set(['now', 'transaction_timestamp', 'statement_timestamp']);

/** Returns the effects of an ALTER TABLE on an existing table. */
export function alterTableEffects(statement: AlterTableStmt, made: Made): Effect[] {
  const table = relationName(statement.relation);
  if (made.has(table)) return [];
  const commands = (statement.cmds ?? []).flatMap((node) => ('AlterTableCmd' in node ? [node.AlterTableCmd] : []));
  return commands.flatMap((command) => commandEffects(table, command, made));
}

function commandEffects(table: string, command: AlterTableCmd, made: Made): Effect[] {
  const subtype = command.subtype ?? '';
  const column = `${table}.${command.name ?? ''}`;
  if (HARMLESS.has(subtype) || made.has(column)) return [];
  const { def } = command;
  switch (subtype) {
    case 'AT_AddColumn':
      return def && 'ColumnDef' in def ? addColumn(table, def.ColumnDef) : [];
    case 'AT_AddConstraint':
      return def && 'Constraint' in def ? addConstraint(table, def.Constraint) : [];
    case 'AT_DropColumn':
      return [contract(`drops the column ${column}`)];
    case 'AT_DropConstraint':
      // A CHECK with a list of values is widened by dropping it and adding the wider one.
      return [contract(`drops the constraint ${command.name} of ${table}`, column)];
    case 'AT_AlterColumnType':
      return [contract(`changes the type of ${column}`)];
    case 'AT_SetNotNull':
      return [contract(`makes ${column} required`)];
    case 'AT_ColumnDefault':
      return def ? [] : [contract(`takes the default of ${column} away`)];
    case 'AT_DropNotNull':
      return [look(`lets ${column} be null: does running code expect that?`)];
    case 'AT_DisableRowSecurity':
      return [contract(`switches row level security of ${table} off`)];
    default:
      return [contract(`alters ${table} in a way that is not known to be harmless (${subtype.slice(3)})`)];
  }
}

function addColumn(table: string, column: ColumnDef): Effect[] {
  const name = `${table}.${column.colname}`;
  const constraints = constraintsOf(column);
  const has = (type: string) => constraints.some(({ contype }) => contype === type);
  const required = has('CONSTR_NOTNULL') || has('CONSTR_PRIMARY');
  const filled = has('CONSTR_DEFAULT') || has('CONSTR_IDENTITY') || has('CONSTR_GENERATED');
  return [
    expand(`adds the column ${name}`),
    ...(required && !filled ? [contract(`adds the required column ${name} without a default`)] : []),
    ...(rewrites(constraints) ? [lock(`fills ${name} row by row`)] : []),
    ...(has('CONSTR_CHECK') || has('CONSTR_FOREIGN') ? [lock(`checks every row of ${table} for ${name}`)] : []),
    ...(has('CONSTR_UNIQUE') || has('CONSTR_PRIMARY') ? [lock(`builds an index of ${table} for ${name}`)] : []),
  ];
}

function constraintsOf(column: ColumnDef): Constraint[] {
  return (column.constraints ?? []).flatMap((node) => ('Constraint' in node ? [node.Constraint] : []));
}

function rewrites(constraints: readonly Constraint[]): boolean {
  return constraints.some(({ contype, raw_expr }) => {
    if (contype === 'CONSTR_IDENTITY' || contype === 'CONSTR_GENERATED') return true;
    return contype === 'CONSTR_DEFAULT' && functionsOf(raw_expr).some((name) => !STABLE_DEFAULTS.has(name));
  });
}

/** Returns the names of functions that an expression calls, at any depth. */
function functionsOf(expression: unknown): string[] {
  if (typeof expression !== 'object' || expression === null) return [];
  return Object.entries(expression).flatMap(([key, value]) => {
    if (key !== 'FuncCall') return functionsOf(value);
    const name = (value as { funcname?: { String?: { sval?: string } }[] }).funcname?.at(-1)?.String?.sval;
    return [name ?? '', ...functionsOf((value as { args?: unknown }).args)];
  });
}

function addConstraint(table: string, constraint: Constraint): Effect[] {
  const name = `the constraint ${constraint.conname ?? ''} of ${table}`;
  switch (constraint.contype) {
    case 'CONSTR_CHECK':
    case 'CONSTR_FOREIGN':
      if (constraint.skip_validation) return [];
      return [lock(`checks every row for ${name}: add it NOT VALID, validate it in the next migration`)];
    default:
      return [contract(`tightens what may be written: ${name}`)];
  }
}
