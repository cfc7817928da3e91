import { enumeration, number, string, table } from '@rocicorp/zero';
import type { ExportStatus } from '../../domain/account-exports.ts';

/** Files of everything that a studio owns; written by the server only. */
export const accountExports = table('accountExports')
  .from('account_exports')
  .columns({
    id: string(),
    accountId: string().from('account_id'),
    authorId: string().from('author_id'),
    status: enumeration<ExportStatus>(),
    /** Bytes; null until it is ready, as the two times. */
    size: number().optional(),
    createdAt: number().from('created_at'),
    readyAt: number().from('ready_at').optional(),
    expiresAt: number().from('expires_at').optional(),
  })
  .primaryKey('id');
