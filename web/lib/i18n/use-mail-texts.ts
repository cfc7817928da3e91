import { useTranslation } from 'react-i18next';
import type { Language } from '#core/domain/values/languages.ts';
import type { MessageTexts } from '#core/domain/messages/message-templates.ts';

/**
 * Returns the default mail texts in a language, which may differ from the screen's, with their placeholders. Suspends
 * while they load.
 */
export function useMailTexts(language: Language): MessageTexts {
  const { i18n } = useTranslation('mail', { lng: language });
  return (i18n.getResourceBundle(language, 'mail') as { messages: MessageTexts }).messages;
}
