import { useTranslation } from 'react-i18next';
import { DEFAULT_FONT, FONT_KEYS, type FontKey } from '#core/domain/branding/fonts.ts';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { FontField, FontPairs } from './font-field.tsx';
import type { FontRow } from '#web/lib/fonts/font-loading.tsx';
import { OwnFonts } from './own-fonts.tsx';

interface FontsFieldsProps {
  values: Readonly<Record<FontKey, string>>;
  /** The stored values. */
  saved: Readonly<Record<FontKey, string>>;
  own: readonly FontRow[];
  onChange: (changes: Partial<Record<FontKey, string>>) => void;
  readOnly: boolean;
}

/** The fonts of a theme: pairs, three fields, and the studio's uploads. */
export function FontsFields({ values, saved, own, onChange, readOnly }: FontsFieldsProps) {
  const { t } = useTranslation('fonts');
  const account = useAccount();
  /** A font that is deleted leaves unsaved fields too. */
  const dismiss = (value: string) => {
    const using = FONT_KEYS.filter((key) => values[key] === value);
    if (using.length > 0) onChange(Object.fromEntries(using.map((key) => [key, DEFAULT_FONT])));
  };
  return (
    <div className="flex flex-col gap-6">
      <FontPairs values={values} onChange={onChange} sample={account.name} disabled={readOnly} />
      <div className="flex flex-col gap-4">
        {FONT_KEYS.map((key) => (
          <FontField
            key={key}
            label={t(`keys.${key}`)}
            value={values[key]}
            onChange={(value) => onChange({ [key]: value })}
            own={own}
            disabled={readOnly}
          />
        ))}
      </div>
      <OwnFonts own={own} saved={saved} onRemove={dismiss} readOnly={readOnly} />
    </div>
  );
}
