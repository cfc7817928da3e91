import { enumeration, json, number, string, table } from '@rocicorp/zero';
import type {
  RunReason,
  RunStatus,
  StepAnchor,
  StepKind,
  StepSettings,
  StepUnit,
} from '../../domain/sessions/automations.ts';

/** Steps of a session type. */
export const automationSteps = table('automationSteps')
  .from('automation_steps')
  .columns({
    id: string(),
    accountId: string().from('account_id'),
    authorId: string().from('author_id'),
    sessionTypeId: string().from('session_type_id'),
    position: number(),
    anchor: enumeration<StepAnchor>(),
    offsetUnit: enumeration<StepUnit>().from('offset_unit'),
    offsetAmount: number().from('offset_amount'),
    timeOfDay: number().from('time_of_day'),
    kind: enumeration<StepKind>(),
    settings: json<StepSettings>(),
    activeFrom: number().from('active_from'),
    createdAt: number().from('created_at'),
    updatedAt: number().from('updated_at'),
    deletedAt: number().from('deleted_at').optional(),
  })
  .primaryKey('id');

/** The result of a step for a session. */
export const automationRuns = table('automationRuns')
  .from('automation_runs')
  .columns({
    sessionId: string().from('session_id'),
    stepId: string().from('step_id'),
    accountId: string().from('account_id'),
    kind: enumeration<StepKind>(),
    status: enumeration<RunStatus>(),
    reason: enumeration<RunReason>().optional(),
    dueAt: number().from('due_at').optional(),
    at: number(),
    /** Null: the job. */
    actorId: string().from('actor_id').optional(),
    messageId: string().from('message_id').optional(),
  })
  .primaryKey('sessionId', 'stepId');
