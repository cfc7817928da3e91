import { useAuth } from '../auth/auth-session.tsx';
import { useStudioId } from '../sync/store.tsx';

/*
 * Storage keys of drafts: `draft:{userId}:{accountId}:{name}`, with `-` instead of the account outside of studios.
 * Several people may use one browser and must not see each other's drafts.
 */
const PREFIX = 'draft:';
const NONE = '-';

/** Prefix of all drafts of a person. */
export const userDraftPrefix = (userId: string) => `${PREFIX}${userId}:`;

/** Prefix of a person's drafts in one studio, or outside of studios. */
export const accountDraftPrefix = (userId: string | undefined, accountId: string | null) =>
  `${userDraftPrefix(userId ?? NONE)}${accountId ?? NONE}:`;

/**
 * Returns the prefix of the signed-in person's drafts in the open studio. Forms remount for another person or studio,
 * so it is constant during a form's life.
 */
export function useDraftPrefix(): string {
  const { session } = useAuth();
  return accountDraftPrefix(session?.user.id, useStudioId());
}
