import { useQuery } from '@rocicorp/zero/react';
import { useDeferredValue, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DEFAULT_FONT, FONT_KEYS, type FontKey } from '#core/domain/branding/fonts.ts';
import {
  HOUSE_THEME,
  type StudioTheme,
  THEME_CHOICES,
  type ThemeChoice,
  type ThemeValues,
} from '#core/domain/branding/theme.ts';
import type { Account } from '#core/domain/studio/accounts.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { IntroSection } from '#web/components/layout/page-section.tsx';
import { useSettingsForm } from '#web/components/layout/settings-forms.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import type { FontRow } from '#web/lib/fonts/font-loading.tsx';
import { useDraft } from '#web/lib/forms/use-draft.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { useWritable } from '#web/lib/sync/writable.ts';
import { ColorFields } from './color-fields.tsx';
import { FontField, FontPairs } from './font-field.tsx';
import { LogoSection } from './logo-section.tsx';
import { OwnFonts } from './own-fonts.tsx';
import type { Preview, PreviewData } from './preview-data.ts';
import { PreviewPane } from './preview-pane.tsx';
import { TemplatePicker } from './template-picker.tsx';

const LAYOUT_KEYS = ['containerWidth', 'spacing', 'borderRadius', 'imageStyle', 'animationStyle'] as const;
const MENU_KEYS = ['menuStyle', 'menuPosition', 'menuBehavior', 'menuTransparency'] as const;
type SelectKey = (typeof LAYOUT_KEYS | typeof MENU_KEYS)[number] & ThemeChoice;

/** The values of a theme without its time. Before the first choice they are those of our own look. */
function valuesOf({ updatedAt, ...values }: StudioTheme): ThemeValues {
  return updatedAt > 0 ? values : HOUSE_THEME;
}

interface ThemeFormProps {
  account: Account;
  saved: StudioTheme;
  data: PreviewData;
  /** True if the preview shows galleries that are not public. */
  isExample: boolean;
  preview: Preview;
}

/** Form of the theme beside its preview; on a phone the preview sticks to the top. */
export function ThemeForm({ account, saved, data, isExample, preview: PublicPage }: ThemeFormProps) {
  const { t } = useTranslation(['branding', 'fonts']);
  const mutate = useMutation();
  const writable = useWritable();
  const stored = useMemo(() => valuesOf(saved), [saved]);
  const draft = useDraft<ThemeValues>(`theme:${account.id}`, stored);
  const { values, isClean, change } = draft;
  const isChosen = saved.updatedAt > 0;
  // Without changes the preview shows the page as it is, also our own look.
  const tried = useDeferredValue(isClean ? saved : { ...values, updatedAt: 1 });
  const [own] = useQuery(queries.fonts.list());
  const shown = useMemo(() => ({ ...data, studio: { ...data.studio, theme: tried } }), [data, tried]);

  /** Returns the mutation that restores what is stored now. */
  const restore = () => mutators.settings.setTheme({ theme: isChosen ? stored : null, now: Date.now() });
  const save = () => {
    const request = mutators.settings.setTheme({ theme: values, now: Date.now() });
    return mutate(request, { done: t('saved'), undo: restore, ...draft.saving() });
  };
  useSettingsForm({
    isClean,
    isSaving: draft.isAwaited,
    isWrong: false,
    submit: () => void save(),
    discard: draft.discard,
  });
  const reset = async () => {
    draft.discard();
    await mutate(mutators.settings.setTheme({ theme: null, now: Date.now() }), { done: t('resetDone'), undo: restore });
  };
  const select = (key: SelectKey) => (
    <Field key={key} label={t(`fields.${key}`)}>
      <Select
        value={values[key]}
        onChange={(event) => change({ [key]: event.target.value })}
        options={THEME_CHOICES[key].map((value) => ({
          value,
          label: t(`options.${key}.${value}` as 'options.spacing.compact'),
        }))}
      />
    </Field>
  );
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      className="grid gap-8 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)] lg:gap-12"
    >
      <PreviewPane theme={tried} note={isExample ? t('preview.example') : ''}>
        <PublicPage data={shown} />
      </PreviewPane>
      <fieldset disabled={!writable} className="flex min-w-0 flex-col gap-12">
        <LogoSection account={account} studio={data.studio} />
        <IntroSection title={t('template.title')}>
          <TemplatePicker value={values.template} onChange={(template) => change({ template })} />
        </IntroSection>
        <IntroSection title={t('colors.title')} intro={t('colors.intro')}>
          <ColorFields colors={values} onChange={change} />
        </IntroSection>
        <IntroSection title={t('fonts:title')} intro={t('fonts:intro')}>
          <FontsFields values={values} saved={saved} own={own} onChange={change} readOnly={!writable} />
        </IntroSection>
        <IntroSection title={t('layout')}>
          <div className="grid gap-4 sm:grid-cols-2">{LAYOUT_KEYS.map(select)}</div>
        </IntroSection>
        <IntroSection title={t('menu.title')} intro={t('menu.intro')}>
          <div className="grid gap-4 sm:grid-cols-2">{MENU_KEYS.map(select)}</div>
        </IntroSection>
        {isChosen && (
          <div>
            <Button writes onClick={() => void reset()}>
              {t('reset')}
            </Button>
          </div>
        )}
      </fieldset>
    </form>
  );
}

interface FontsFieldsProps {
  values: Readonly<Record<FontKey, string>>;
  /** The stored values. */
  saved: Readonly<Record<FontKey, string>>;
  own: readonly FontRow[];
  onChange: (changes: Partial<Record<FontKey, string>>) => void;
  readOnly: boolean;
}

/** The fonts of a theme: pairs, three fields, and the studio's uploads. */
function FontsFields({ values, saved, own, onChange, readOnly }: FontsFieldsProps) {
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
