import { enumeration, json, number, string, table } from '@rocicorp/zero';
import type { DomainFailure, DomainStatus } from '../../domain/site/domains.ts';

/** A studio's own domain. The job writes what it finds; mutators add, check and remove. */
export const domains = table('domains')
  .columns({
    id: string(),
    accountId: string().from('account_id'),
    authorId: string().from('author_id'),
    hostname: string(),
    /** Made by the database; absent until the server confirms a new domain. */
    proof: string().optional(),
    status: enumeration<DomainStatus>(),
    failureReason: enumeration<DomainFailure>().from('failure_reason').optional(),
    found: json<readonly string[]>(),
    provenAt: number().from('proven_at').optional(),
    liveAt: number().from('live_at').optional(),
    lostAt: number().from('lost_at').optional(),
    removedAt: number().from('removed_at').optional(),
    requestedAt: number().from('requested_at'),
    checkedAt: number().from('checked_at').optional(),
    createdAt: number().from('created_at'),
    updatedAt: number().from('updated_at'),
  })
  .primaryKey('id');
