/** A percentage as typed, with point or comma, in hundredths of a percent; null when it is none from 0 to 100. */
export function parseRate(text: string): number | null {
  const compact = text.trim().replace(/\s*%$/, '');
  if (compact === '') return 0;
  if (!/^\d{1,3}(?:[.,]\d{1,2})?$/.test(compact)) return null;
  const rate = Math.round(Number(compact.replace(',', '.')) * 100);
  return rate <= 10_000 ? rate : null;
}

/** Hundredths of a percent as they are typed: 2100 is "21". Nothing of tax is an empty field. */
export function formatRate(rate: number): string {
  return rate === 0 ? '' : String(rate / 100);
}
