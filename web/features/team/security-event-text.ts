import { type Role, role as roleSchema } from '#core/domain/studio/roles.ts';
import type { SecurityEventDetails, SecurityEventKind } from '#core/domain/studio/security-events.ts';

export interface SecurityEvent {
  id: string;
  kind: SecurityEventKind;
  actorId: string | null;
  /** Names at the time of the event. */
  actorName: string;
  subjectName: string;
  details: SecurityEventDetails;
  /** Epoch milliseconds. */
  at: number;
}

type Camel<S extends string> = S extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : S;

/** Keys of `team:log.said`; the placeholders are the fields of `EventText`. */
type SecurityEventTextKey =
  | Camel<SecurityEventKind>
  | 'memberInvitedAs'
  | 'memberJoinedAs'
  | 'roleChangedFrom'
  | 'slugChangedFrom';

interface EventText {
  key: SecurityEventTextKey;
  /** Name of the acting user; empty if unknown. */
  actor: string;
  /** Name of the affected user. */
  subject: string;
  /** Values before and after: roles, translated by the caller, or slugs and addresses. */
  from: string;
  to: string;
  provider: string;
  /** Name of an API token, or host of a webhook. */
  integration: string;
  /** Why an operator acted. */
  reason: string;
}

/** Kinds with a more specific text, and the details it requires. */
const MORE: Partial<Record<SecurityEventKind, { key: SecurityEventTextKey; needs: readonly ('from' | 'to')[] }>> = {
  member_invited: { key: 'memberInvitedAs', needs: ['to'] },
  member_joined: { key: 'memberJoinedAs', needs: ['to'] },
  role_changed: { key: 'roleChangedFrom', needs: ['from', 'to'] },
  slug_changed: { key: 'slugChangedFrom', needs: ['from', 'to'] },
};

function camel(kind: SecurityEventKind): Camel<SecurityEventKind> {
  return kind.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()) as Camel<SecurityEventKind>;
}

/** Returns the text key of an event and its placeholders. */
export function eventText({ kind, actorName, subjectName, details }: SecurityEvent): EventText {
  const { from = '', to = '', provider = '', integration = '', reason = '' } = details;
  const more = MORE[kind];
  const key = more?.needs.every((need) => details[need]) ? more.key : camel(kind);
  return { key, actor: actorName, subject: subjectName, from, to, provider, integration, reason };
}

/** Returns a role's name in the reader's language; any other text unchanged. */
export function roleNameOr(text: string, nameOf: (role: Role) => string): string {
  const role = roleSchema.safeParse(text);
  return role.success ? nameOf(role.data) : text;
}
