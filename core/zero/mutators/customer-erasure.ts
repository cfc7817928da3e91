import { defineMutator } from '@rocicorp/zero';
import { z } from 'zod';
import { ERASED_NAME } from '../../domain/customers.ts';
import { rowId } from '../../domain/ids.ts';
import { clientTime, authorise, serverTime } from '../context.ts';
import { lockCustomers } from './customer-rows.ts';

/**
 * The right to be forgotten; owners' and admins' alone, and nothing takes it back. The row stays for the sessions and
 * the receipts that point at it, and names nobody; what else there is of the person goes in the same transaction, see
 * functions/lib/erase-customer.ts.
 */
export const eraseMutator = defineMutator(
  z.strictObject({ id: rowId, now: clientTime }),
  async ({ tx, ctx: asked, args }) => {
    const ctx = authorise(authorise(asked, 'customers.write'), 'account.update');
    const now = serverTime(tx, ctx, args.now);
    // From the trash, too, where a browser does not see it.
    for (const { id } of await lockCustomers(tx, ctx, [args.id], 'update')) {
      await tx.mutate.customers.update({
        id,
        name: ERASED_NAME,
        email: '',
        phone: '',
        address: '',
        taxId: '',
        notes: '',
        language: null,
        tags: [],
        deletedAt: null,
        mergedInto: null,
        erasedAt: now,
        updatedAt: now,
      });
    }
  },
);
