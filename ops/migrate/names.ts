import type { Node, RangeVar } from '@pgsql/types';

/** Returns a relation's full name; without a schema it is in `public`, as in all migrations. */
export function relationName(relation: RangeVar | undefined): string {
  return `${relation?.schemaname ?? 'public'}.${relation?.relname ?? ''}`;
}

/** Returns the parts of a qualified name from any of the parser's node types. */
export function words(node: Node | undefined): string[] {
  if (!node) return [];
  if ('String' in node) return [node.String.sval ?? ''];
  if ('List' in node) return (node.List.items ?? []).flatMap(words);
  if ('TypeName' in node) return (node.TypeName.names ?? []).flatMap(words);
  if ('ObjectWithArgs' in node) return (node.ObjectWithArgs.objname ?? []).flatMap(words);
  if ('RangeVar' in node) return relationName(node.RangeVar).split('.');
  return [];
}

/** Returns the full name of its parts. */
export function fullName(parts: readonly string[]): string {
  return parts.length === 1 ? `public.${parts[0]}` : parts.join('.');
}
