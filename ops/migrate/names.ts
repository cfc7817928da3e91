import type { Node, RangeVar } from '@pgsql/types';

/** A relation's full name; what names no schema is in `public`, as everywhere in the migrations. */
export function relationName(relation: RangeVar | undefined): string {
  return `${relation?.schemaname ?? 'public'}.${relation?.relname ?? ''}`;
}

/** The words of a qualified name, however the parser has wrapped them. */
export function words(node: Node | undefined): string[] {
  if (!node) return [];
  if ('String' in node) return [node.String.sval ?? ''];
  if ('List' in node) return (node.List.items ?? []).flatMap(words);
  if ('TypeName' in node) return (node.TypeName.names ?? []).flatMap(words);
  if ('ObjectWithArgs' in node) return (node.ObjectWithArgs.objname ?? []).flatMap(words);
  if ('RangeVar' in node) return relationName(node.RangeVar).split('.');
  return [];
}

/** The full name that a list of words makes. */
export function fullName(parts: readonly string[]): string {
  return parts.length === 1 ? `public.${parts[0]}` : parts.join('.');
}
