import { number, string, table } from '@rocicorp/zero';

/** A studio's locations. */
export const locations = table('locations')
  .columns({
    id: string(),
    accountId: string().from('account_id'),
    authorId: string().from('author_id'),
    name: string(),
    address: string(),
    notes: string(),
    createdAt: number().from('created_at'),
    updatedAt: number().from('updated_at'),
  })
  .primaryKey('id');
