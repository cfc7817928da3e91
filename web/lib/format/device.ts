/**
 * Returns a locale in the spelling of BCP 47, or null if Intl refuses it. POSIX names, which WebKit and Chromium pass on
 * from `LANG`, lose their character set and modifier: `en_US.UTF-8` and `en-US@posix` become `en-US`, `C` is refused.
 */
export function canonicalLocale(tag: string | null | undefined): string | null {
  try {
    return Intl.getCanonicalLocales((tag ?? '').split(/[.@]/)[0]!.replaceAll('_', '-'))[0] ?? null;
  } catch {
    return null;
  }
}

/** Returns the first locale of this device that Intl accepts; British English, as our English texts, without one. */
export function deviceLocale({ languages, language }: Partial<Pick<Navigator, 'languages' | 'language'>> = navigator) {
  return [...(languages ?? []), language].map(canonicalLocale).find((tag) => tag !== null) ?? 'en-GB';
}

/** Returns the time zone of this device; the other one if it has none, or one that Intl refuses, as `Etc/Unknown`. */
export function deviceTimeZone(otherwise = 'UTC'): string {
  const zone = new Intl.DateTimeFormat('en').resolvedOptions().timeZone as string | undefined;
  if (!zone) return otherwise;
  try {
    // Throws for a zone that this engine names and refuses.
    new Intl.DateTimeFormat('en', { timeZone: zone }).format(0);
    return zone;
  } catch {
    return otherwise;
  }
}
