import texts from '#locales/en/errors.json' with { type: 'json' };

/** Returns the English text of a code, for integrators; the code itself if there is none. */
export function errorText(code: string): string {
  const text = (texts as Readonly<Record<string, unknown>>)[code];
  return typeof text === 'string' ? text : code;
}
