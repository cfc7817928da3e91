import { useState } from 'react';
import type { BookingApi } from './booking-api.ts';

/** Leads to Stripe's page for something that the client owes. */
export function usePayment(api: BookingApi, token: string) {
  const [opening, setOpening] = useState<string | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const pay = async (item: string) => {
    setOpening(item);
    setFailure(null);
    try {
      location.assign(await api.pay(token, item));
    } catch (error) {
      setFailure(error);
      setOpening(null);
    }
  };
  return { pay, opening, failure };
}
