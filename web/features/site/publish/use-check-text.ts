import { useTranslation } from 'react-i18next';
import type { SiteCheck } from '#core/domain/site/site-checks.ts';
import { useFormat } from '#web/lib/format/use-format.ts';

/** Returns a finding in words, and what to do about it. */
export function useCheckText(): (check: SiteCheck) => { title: string; hint: string } {
  const { t } = useTranslation(['publishing', 'branding']);
  const format = useFormat();
  return ({ rule, values = {} }) => {
    const text = (key: string) => String(values[key] ?? '');
    const count = Number(values['count'] ?? 0);
    const language = text('language') && languageName(format.locale, text('language'));
    const name = text('name') || t('checks.unknownName');
    const hint = t(`hints.${rule}`);
    switch (rule) {
      case 'path':
        return { title: t('rules.path', { title: text('title') }), hint };
      case 'photo':
        return { title: t('rules.photo', { name }), hint };
      case 'hiddenPhoto':
        return { title: text('name') ? t('rules.hiddenPhoto', { name }) : t('rules.photoGone'), hint };
      case 'gallery':
        return { title: text('name') ? t('rules.gallery', { name }) : t('rules.galleryGone'), hint };
      case 'alt':
        return { title: t('rules.alt', { count }), hint };
      case 'longTitle':
        return { title: t('rules.longTitle', { count }), hint };
      case 'sameTitle':
        return { title: t('rules.sameTitle', { path: `/${text('path')}` }), hint };
      case 'language':
        return { title: t('rules.language', { language }), hint };
      case 'translation':
        return { title: t('rules.translation', { count, language }), hint };
      case 'weight': {
        const [bytes, photoBytes] = [format.bytes(Number(values['bytes'])), format.bytes(Number(values['photoBytes']))];
        return { title: t('rules.weight', { bytes }), hint: t('hints.weightOf', { name, bytes: photoBytes }) };
      }
      case 'contrast': {
        const { key, chosen, shown, contrast } = values;
        const color = t(`branding:colors.${key as 'textColor'}`);
        const repair = {
          name: color,
          chosen: String(chosen),
          shown: String(shown),
          contrast: format.number(Number(contrast)),
        };
        return { title: t('branding:repairs.item', repair), hint };
      }
      default:
        return { title: t(`rules.${rule}`), hint };
    }
  };
}

/** "Catalan", in the reader's language. */
function languageName(locale: string, language: string): string {
  return new Intl.DisplayNames(locale, { type: 'language' }).of(language) ?? language;
}
