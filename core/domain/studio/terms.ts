import type { Language } from '../values/languages.ts';

/** A version of the terms, which are `terms` of `legal.json` in each language. */
interface TermsVersion {
  readonly version: number;
  /** SHA-256 of the texts as JSON: what an agreement is about can be found in the history of the repository. */
  readonly sha256: Readonly<Record<Language, string>>;
}

/** All versions, the present one last. Another text needs another version, about which studios are asked again. */
export const TERMS: readonly [TermsVersion, ...TermsVersion[]] = [
  {
    version: 1,
    sha256: {
      en: '2e658bf65fa83d496548b7f9574a2d6fd8681d43d1cca07808e02fc014665b65',
      es: '39e4bac5136456302788446f654ac2c171748863c74075dac522091c4f91118b',
      ca: 'd94f8eee735900a43b8cc3b21f6c2ac41976e6dee45f807446b72b6ac68a4421',
    },
  },
];

/** The present version of the terms. */
export const presentTerms = (): TermsVersion => TERMS.at(-1)!;
