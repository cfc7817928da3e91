import { useTranslation } from 'react-i18next';
import { type Language, LANGUAGES } from '#core/domain/languages.ts';
import { SegmentedControl } from '#web/components/ui/inputs/segmented-control.tsx';

interface LanguageChoiceProps {
  value: Language;
  onChange: (language: Language) => void;
}

/** Selects the language whose texts are edited. */
export function LanguageChoice({ value, onChange }: LanguageChoiceProps) {
  const { t } = useTranslation(['documents', 'common']);
  const options = LANGUAGES.map((language) => ({ value: language, label: t(`common:languages.${language}`) }));
  return (
    <div>
      <SegmentedControl label={t('language')} value={value} onChange={onChange} options={options} />
    </div>
  );
}
