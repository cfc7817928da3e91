import { enumeration, json, number, string, table } from '@rocicorp/zero';
import type { SecurityEventDetails, SecurityEventKind } from '../../domain/studio/security-events.ts';

/** Security events of a studio with their actor; written by the server only. */
export const securityEvents = table('securityEvents')
  .from('security_events')
  .columns({
    id: string(),
    accountId: string().from('account_id'),
    kind: enumeration<SecurityEventKind>(),
    actorId: string().from('actor_id').optional(),
    actorName: string().from('actor_name'),
    subjectId: string().from('subject_id').optional(),
    subjectName: string().from('subject_name'),
    details: json<SecurityEventDetails>(),
    at: number(),
  })
  .primaryKey('id');
