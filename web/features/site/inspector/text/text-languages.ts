import { createContext, use } from 'react';
import type { TextLanguages } from './text-change.ts';

export const TextLanguagesContext = createContext<TextLanguages | null>(null);

/** Returns the languages of the texts that are edited. */
export function useTextLanguages(): TextLanguages {
  const languages = use(TextLanguagesContext);
  if (!languages) throw new Error('Text fields need a TextLanguagesContext.');
  return languages;
}
