import type { ContractValues } from './contract-text.ts';
import {
  formatAmount,
  formatDay,
  formatLongDate,
  formatSessionLocation,
  formatTimeRange,
  localeTag,
} from '../values/format.ts';
import type { Language } from '../values/languages.ts';
import { readTax } from '../payments/receipts.ts';
import { sessionEnd } from '../sessions/sessions.ts';

/** Data that a contract's text is filled from. Times in epoch milliseconds, amounts in minor units. */
export interface ContractFacts {
  client: string;
  clientAddress: string;
  clientTaxId: string;
  studio: string;
  /** Stored settings `photographer` and `tax`. */
  photographer: Readonly<Record<string, unknown>> | null;
  tax: unknown;
  type: string;
  date: number;
  /** Minutes. */
  duration: number;
  savedLocation: { name: string; address: string } | null;
  location: string;
  price: number;
  deposit: number;
  currency: string;
  timeZone: string;
  sentAt: number;
}

/** Returns the values of a contract's fields in its language. Amounts are empty without a price. */
export function contractValues(facts: ContractFacts, language: Language): ContractValues {
  const { timeZone, currency, date, duration, price, deposit } = facts;
  const amount = (value: number) => (price > 0 ? formatAmount(value, currency, language) : '');
  const address = facts.photographer?.['address'];
  const minutes = { style: 'unit', unit: 'minute', unitDisplay: 'long', useGrouping: false } as const;
  return {
    client: facts.client,
    clientAddress: facts.clientAddress,
    clientTaxId: facts.clientTaxId,
    studio: facts.studio,
    studioAddress: typeof address === 'string' ? address : '',
    studioTaxId: readTax(facts.tax).id,
    type: facts.type,
    date: formatLongDate(date, language, timeZone),
    time: formatTimeRange(date, sessionEnd(facts), language, timeZone),
    duration: new Intl.NumberFormat(localeTag(language), minutes).format(duration),
    place: formatSessionLocation(facts.savedLocation, facts.location),
    price: amount(price),
    deposit: amount(deposit),
    balance: amount(price - deposit),
    contractDate: formatDay(facts.sentAt, language, timeZone),
  };
}
