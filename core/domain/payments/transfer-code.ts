import { decimalAmount } from '../values/format.ts';

/** Returns an account number without blanks, in capital letters. */
export const compactIban = (iban: string): string => iban.replaceAll(/\s/g, '').toUpperCase();

/** Remainder by 97 of digits and letters, which count 10 to 35 (ISO 7064). */
function modulo97(code: string): number {
  let rest = 0;
  for (const sign of code) {
    const value = Number.parseInt(sign, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest;
}

/** True if it is an account number with the right check digits (ISO 13616). */
export function isIban(iban: string): boolean {
  const code = compactIban(iban);
  return /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(code) && modulo97(code.slice(4) + code.slice(0, 4)) === 1;
}

/** Returns the reference of an order for bank transfers: `RF`, check digits and the order's id (ISO 11649). */
export function creditorReference(orderId: string): string {
  const code = orderId.toUpperCase();
  const check = 98 - modulo97(`${code}RF00`);
  return `RF${String(check).padStart(2, '0')}${code}`;
}

/** Returns a code in groups of four, as people copy it. */
export const inGroups = (code: string): string => code.match(/.{1,4}/g)?.join(' ') ?? '';

/** How a client pays without Stripe. */
export interface ByHand {
  /** Null without a bank account, and in other currencies than the euro: the reference and the code are SEPA's. */
  transfer: { iban: string; holder: string; reference: string } | null;
  /** Telephone number. */
  bizum: string | null;
  cash: boolean;
}

/**
 * Returns the text of a QR code by which banks' apps fill in a transfer in euros (EPC 069-12, version 2). It is read at
 * error correction level M.
 */
export function transferCode(
  { iban, holder, reference }: NonNullable<ByHand['transfer']>,
  { amount, currency }: { amount: number; currency: string },
): string {
  const value = `EUR${decimalAmount(amount, currency).toFixed(2)}`;
  // No bank code: it is not needed within the EEA. The reference is structured, so there is no free text.
  return ['BCD', '002', '1', 'SCT', '', holder.slice(0, 70), iban, value, '', reference].join('\n');
}
