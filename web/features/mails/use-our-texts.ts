import { useTranslation } from 'react-i18next';
import type { Language } from '#core/domain/languages.ts';
import type { MessageTexts } from '#core/domain/mail-text.ts';

/** Our words for mails in a language, whichever is on the screen; their fields stay as they are. Suspends while they load. */
export function useDefaultTexts(language: Language): MessageTexts {
  const { i18n } = useTranslation('mail', { lng: language });
  return (i18n.getResourceBundle(language, 'mail') as { messages: MessageTexts }).messages;
}
