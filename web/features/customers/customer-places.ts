/** Addresses that the screens of clients lead to. */
export interface CustomerPlaces {
  customers: string;
  newCustomer: string;
  importCustomers: string;
  trash: string;
  duplicates: string;
  customerHref: (customerId: string) => string;
}
