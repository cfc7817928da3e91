import { ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type Language, LANGUAGES } from '#core/domain/values/languages.ts';
import type { Translations } from '#core/domain/values/translations.ts';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { Field } from '../ui/inputs/field.tsx';
import { Textarea, TextInput } from '../ui/inputs/text-input.tsx';

interface TranslationFieldsProps {
  /** The texts in the studio's language; without a description, there are fields for names alone. */
  name: string;
  description?: string;
  value: Translations;
  onChange: (value: Translations) => void;
}

const useOtherLanguages = () => {
  const { language } = useAccount();
  return LANGUAGES.filter((one) => one !== language);
};

/** Name and description in the other languages: clients read them in theirs. Closed until opened, because most studios need none. */
export function TranslationFields(props: TranslationFieldsProps) {
  const { t } = useTranslation('common');
  const { value } = props;
  const filled = useOtherLanguages().filter((language) => value[language]?.name || value[language]?.description);
  return (
    <details className="group border-y border-line">
      <summary className="flex min-h-control cursor-pointer items-center justify-between gap-4">
        <span className="flex flex-wrap gap-x-3">
          <span className="font-medium">{t('translations.title')}</span>
          <span className="text-soft">{filled.map((language) => t(`languages.${language}`)).join(', ')}</span>
        </span>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-soft group-open:rotate-180" strokeWidth={1.75} />
      </summary>
      <div className="flex flex-col gap-6 pt-2 pb-6">
        <OpenTranslationFields {...props} />
      </div>
    </details>
  );
}

/** The fields alone, for a dialog of their own. */
export function OpenTranslationFields({ name, description, value, onChange }: TranslationFieldsProps) {
  const { t } = useTranslation('common');
  const { language: ofStudio } = useAccount();
  const set = (language: Language, changes: { name?: string; description?: string }) =>
    onChange({ ...value, [language]: { ...value[language], ...changes } });
  return (
    <>
      <p className="text-caption text-soft">{t('translations.hint', { language: t(`languages.${ofStudio}`) })}</p>
      {useOtherLanguages().map((language) => {
        const named = { language: t(`languages.${language}`) };
        return (
          <div key={language} className="flex flex-col gap-4">
            <Field label={t('translations.name', named)} optional>
              <TextInput
                autoComplete="off"
                lang={language}
                maxLength={120}
                placeholder={name}
                value={value[language]?.name ?? ''}
                onChange={({ target }) => set(language, { name: target.value })}
              />
            </Field>
            {description !== undefined && (
              <Field label={t('translations.description', named)} optional>
                <Textarea
                  rows={3}
                  lang={language}
                  maxLength={4000}
                  placeholder={description}
                  value={value[language]?.description ?? ''}
                  onChange={({ target }) => set(language, { description: target.value })}
                />
              </Field>
            )}
          </div>
        );
      })}
    </>
  );
}
