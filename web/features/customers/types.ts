import type { QueryRowType } from '@rocicorp/zero';
import type { queries } from '#core/zero/queries.ts';

/** A client as lists have them. */
export type CustomerListRow = QueryRowType<typeof queries.customers.list>;
/** A client as their own page has them: with counts, what they owe, and galleries. */
export type CustomerRow = NonNullable<QueryRowType<typeof queries.customers.byId>>;
export type CustomerEvent = QueryRowType<typeof queries.customers.events>;
export type CustomerSession = QueryRowType<typeof queries.sessions.ofCustomer>;
/** Addresses that the screens of clients lead to. */
export interface CustomerPlaces {
  customers: string;
  newCustomer: string;
  importCustomers: string;
  trash: string;
  duplicates: string;
  customerHref: (customerId: string) => string;
}
