/** Characters of texts, as in `BLOCK_FIELDS` of core/domain/site/pages.ts. */
export const TEXT_MAX = { line: 300, quote: 2000, lines: 1000 } as const;
