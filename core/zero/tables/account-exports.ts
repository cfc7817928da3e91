import { enumeration, number, string, table } from '@rocicorp/zero';
import type { ExportStatus } from '../../domain/studio/account-exports.ts';

/** Data exports of a studio; written by the server only. */
export const accountExports = table('accountExports')
  .from('account_exports')
  .columns({
    id: string(),
    accountId: string().from('account_id'),
    authorId: string().from('author_id'),
    status: enumeration<ExportStatus>(),
    /** Bytes; null until the export is ready, like both times. */
    size: number().optional(),
    createdAt: number().from('created_at'),
    readyAt: number().from('ready_at').optional(),
    expiresAt: number().from('expires_at').optional(),
  })
  .primaryKey('id');
