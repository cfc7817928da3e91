import type { QueryRowType } from '@rocicorp/zero';
import type { queries } from '#core/zero/queries.ts';

/** A client in a list. */
export type CustomerListRow = QueryRowType<typeof queries.customers.list>;
/** A client on their own page: with counts, balance and galleries. */
export type CustomerRow = NonNullable<QueryRowType<typeof queries.customers.byId>>;
/** A person of a client. */
export type CustomerContact = CustomerRow['contacts'][number];
export type CustomerEvent = QueryRowType<typeof queries.customers.events>;
export type CustomerSession = QueryRowType<typeof queries.sessions.ofCustomer>;
