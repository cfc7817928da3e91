import { useTranslation } from 'react-i18next';
import { LANGUAGES } from '#core/domain/languages.ts';
import { Button } from '#web/components/ui/button.tsx';
import { changeLanguage, currentLanguage } from '#web/lib/i18n.ts';

/** The three languages, each in its own words. */
export function LanguageSwitch() {
  const { t } = useTranslation('common');
  const current = currentLanguage();
  return (
    <nav aria-label={t('language')} className="-mx-3 flex flex-wrap">
      {LANGUAGES.map((language) => (
        <Button
          key={language}
          variant="quiet"
          size="small"
          lang={language}
          aria-current={language === current ? 'true' : undefined}
          className={language === current ? 'underline underline-offset-4' : 'text-soft!'}
          onClick={() => void changeLanguage(language)}
        >
          {t(`languages.${language}`)}
        </Button>
      ))}
    </nav>
  );
}
