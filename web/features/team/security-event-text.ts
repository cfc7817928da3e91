import { type Role, role as roleSchema } from '#core/domain/roles.ts';
import type { SecurityEventDetails, SecurityEventKind } from '#core/domain/security-events.ts';

export interface SecurityEvent {
  id: string;
  kind: SecurityEventKind;
  actorId: string | null;
  /** Names are those of that moment. */
  actorName: string;
  subjectName: string;
  details: SecurityEventDetails;
  /** Epoch milliseconds. */
  at: number;
}

type Camel<S extends string> = S extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : S;

/** Texts of `team:log.said`, whose placeholders are in `Said`. */
export type SecurityEventTextKey =
  | Camel<SecurityEventKind>
  | 'memberInvitedAs'
  | 'memberJoinedAs'
  | 'roleChangedFrom'
  | 'slugChangedFrom';

export interface EventText {
  key: SecurityEventTextKey;
  /** Who did it; empty when nobody's name is known. */
  actor: string;
  /** To whom. */
  subject: string;
  /** Before and after: roles, to be named in the reader's language, or addresses as they are. */
  from: string;
  to: string;
  provider: string;
}

/** Kinds that can be told more of, and what has to be known for that. */
const MORE: Partial<Record<SecurityEventKind, { key: SecurityEventTextKey; needs: readonly ('from' | 'to')[] }>> = {
  member_invited: { key: 'memberInvitedAs', needs: ['to'] },
  member_joined: { key: 'memberJoinedAs', needs: ['to'] },
  role_changed: { key: 'roleChangedFrom', needs: ['from', 'to'] },
  slug_changed: { key: 'slugChangedFrom', needs: ['from', 'to'] },
};

function camel(kind: SecurityEventKind): Camel<SecurityEventKind> {
  return kind.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()) as Camel<SecurityEventKind>;
}

/** Which sentence tells an event, and what stands in it. */
export function eventText({ kind, actorName, subjectName, details }: SecurityEvent): EventText {
  const { from = '', to = '', provider = '' } = details;
  const more = MORE[kind];
  const key = more?.needs.every((need) => details[need]) ? more.key : camel(kind);
  return { key, actor: actorName, subject: subjectName, from, to, provider };
}

/** A role's name in the reader's language; whatever is no role stays as it is. */
export function roleNameOr(text: string, nameOf: (role: Role) => string): string {
  const role = roleSchema.safeParse(text);
  return role.success ? nameOf(role.data) : text;
}
