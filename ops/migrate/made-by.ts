import type { AlterTableStmt, Node } from '@pgsql/types';
import { fullName, relationName, words } from './names.ts';

/** Returns the full names of objects that a statement certainly creates, without `if not exists` and `or replace`. */
export function madeBy(node: Node): string[] {
  if ('CreateStmt' in node) return node.CreateStmt.if_not_exists ? [] : [relationName(node.CreateStmt.relation)];
  if ('AlterTableStmt' in node) return madeByAlter(node.AlterTableStmt);
  if ('ViewStmt' in node) return node.ViewStmt.replace ? [] : [relationName(node.ViewStmt.view)];
  if ('CreateEnumStmt' in node) return [fullName((node.CreateEnumStmt.typeName ?? []).flatMap(words))];
  if ('CreateDomainStmt' in node) return [fullName((node.CreateDomainStmt.domainname ?? []).flatMap(words))];
  if ('CompositeTypeStmt' in node) return [relationName(node.CompositeTypeStmt.typevar)];
  if ('CreateSeqStmt' in node)
    return node.CreateSeqStmt.if_not_exists ? [] : [relationName(node.CreateSeqStmt.sequence)];
  if ('CreateSchemaStmt' in node)
    return node.CreateSchemaStmt.if_not_exists ? [] : [`public.${node.CreateSchemaStmt.schemaname}`];
  if ('IndexStmt' in node) {
    const { idxname, if_not_exists, relation } = node.IndexStmt;
    return idxname && !if_not_exists ? [`${relation?.schemaname ?? 'public'}.${idxname}`] : [];
  }
  if ('CreateFunctionStmt' in node) {
    const { replace, funcname } = node.CreateFunctionStmt;
    return replace ? [] : [fullName((funcname ?? []).flatMap(words))];
  }
  if ('CreateTrigStmt' in node)
    return [`${relationName(node.CreateTrigStmt.relation)}.${node.CreateTrigStmt.trigname}`];
  if ('CreatePolicyStmt' in node)
    return [`${relationName(node.CreatePolicyStmt.table)}.${node.CreatePolicyStmt.policy_name}`];
  return [];
}

function madeByAlter(statement: AlterTableStmt): string[] {
  const table = relationName(statement.relation);
  return (statement.cmds ?? []).flatMap((node) => {
    if (!('AlterTableCmd' in node)) return [];
    const { def, missing_ok } = node.AlterTableCmd;
    if (!def || missing_ok) return [];
    if ('ColumnDef' in def && def.ColumnDef.colname) return [`${table}.${def.ColumnDef.colname}`];
    if ('Constraint' in def && def.Constraint.conname) return [`${table}.${def.Constraint.conname}`];
    return [];
  });
}
