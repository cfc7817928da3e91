/** Where a telephone calls, as it was typed: blanks, brackets and dashes mean nothing to it. */
export function telHref(phone: string): string {
  return `tel:${phone.replaceAll(/[^+\d]/g, '')}`;
}
