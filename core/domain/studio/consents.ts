/** Purposes that a person may consent to: statistics of use, and reports of errors in the browser, by third parties. */
export const CONSENT_PURPOSES = ['analytics'] as const;

/** Version of the text that asks (`locales/*\/consent.json`). A new purpose or recipient needs a new version. */
export const CONSENT_VERSION = 1;
