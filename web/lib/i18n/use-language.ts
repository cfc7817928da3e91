import i18next from 'i18next';
import { useSyncExternalStore } from 'react';
import type { Language } from '#core/domain/values/languages.ts';
import { currentLanguage } from './i18n.ts';

function subscribe(listener: () => void): () => void {
  i18next.on('languageChanged', listener);
  return () => i18next.off('languageChanged', listener);
}

/** Returns the current language; renders again when it changes. */
export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, currentLanguage, currentLanguage);
}
