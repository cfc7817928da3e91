/** Formats an instant as "14 September 2026", in the studio's zone and the reader's language. */
export function longDate(epochMs: number, language: string, zone: string): string {
  return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { dateStyle: 'long', timeZone: zone }).format(
    epochMs,
  );
}
