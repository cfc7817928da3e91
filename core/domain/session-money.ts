import { can, type Role } from './roles.ts';

/**
 * Whether what a session earns is theirs to know: everybody's, or that of their own. What is nobody's may be that of
 * somebody who left.
 */
export function canSeeMoneyOf(
  { role, userId }: { role: Role; userId: string },
  { photographerId }: { photographerId: string | null },
): boolean {
  return can(role, 'money.all') || (can(role, 'money.read') && photographerId === userId);
}
