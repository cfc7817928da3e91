import ca from '#locales/ca/contract.json' with { type: 'json' };
import en from '#locales/en/contract.json' with { type: 'json' };
import es from '#locales/es/contract.json' with { type: 'json' };

/** Texts of a contract's PDF. */
export const CONTRACT_DOCUMENT_TEXTS = { en: en.document, es: es.document, ca: ca.document } as const;
