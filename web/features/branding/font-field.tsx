import { clsx } from 'clsx';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  customFontValue,
  DEFAULT_FONT,
  FONT_CATEGORIES,
  FONT_FAMILIES,
  FONT_PAIRS,
  type FontCategory,
  type FontKey,
  pairFonts,
} from '#core/domain/branding/fonts.ts';
import { Combobox } from '#web/components/ui/inputs/combobox.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { findFont, type FontRow, InFont } from '#web/lib/fonts/font-loading.tsx';

type Kind = FontCategory | 'own';

interface FontFieldProps {
  label: string;
  hint?: string;
  /** A family, or `custom:{id}`. */
  value: string;
  onChange: (value: string) => void;
  /** The studio's uploads; only confirmed ones are offered. */
  own: readonly FontRow[];
  disabled?: boolean;
}

/** Chooses a font: each is drawn in itself. Typing a name or a kind filters the list, and so do the buttons above it. */
export function FontField({ label, hint, value, onChange, own, disabled = false }: FontFieldProps) {
  const { t } = useTranslation('fonts');
  const [kind, setKind] = useState<Kind | null>(null);
  const options = useMemo(() => {
    const option = (of: Kind, stored: string, name: string) => ({
      value: stored,
      label: name,
      detail: t(`kinds.${of}`),
      shown: (
        <InFont font={findFont(stored, own)} className="truncate text-lead">
          {name}
        </InFont>
      ),
      kind: of,
    });
    const confirmed = own.filter(({ metadata }) => metadata.confirmed);
    return [
      ...confirmed.map(({ id, fontFamily }) => option('own', customFontValue(id), fontFamily)),
      option('sans', DEFAULT_FONT, DEFAULT_FONT),
      ...FONT_CATEGORIES.flatMap((of) => FONT_FAMILIES[of].map((family) => option(of, family, family))),
    ];
  }, [own, t]);
  const kinds = [...new Set(options.map((option) => option.kind))];
  const offered = kind ? options.filter((option) => option.kind === kind || option.value === value) : options;
  const chosen = options.some((option) => option.value === value) ? value : DEFAULT_FONT;
  return (
    <Field label={label} hint={hint}>
      <Combobox
        options={offered}
        value={chosen}
        // Emptying the field while typing keeps the font.
        onChange={(next) => next && onChange(next)}
        disabled={disabled}
        header={
          <div className="sticky -top-1 z-10 -mx-1 -mt-1 flex flex-wrap gap-1 border-b border-line bg-raised p-2">
            {[null, ...kinds].map((of) => (
              <button
                key={of ?? 'all'}
                type="button"
                // The keyboard stays in the input: typing the kind does the same.
                tabIndex={-1}
                aria-pressed={kind === of}
                onClick={() => setKind(of)}
                className={clsx(
                  'min-h-9 rounded-full px-3 text-caption hover:bg-hover max-md:min-h-11',
                  kind === of ? 'bg-hover font-medium' : 'text-soft',
                )}
              >
                {t(of ? `kinds.${of}` : 'kinds.all')}
              </button>
            ))}
          </div>
        }
      />
    </Field>
  );
}

interface FontPairsProps {
  values: Readonly<Record<FontKey, string>>;
  onChange: (values: Record<FontKey, string>) => void;
  /** The studio's name. */
  sample: string;
  disabled: boolean;
}

/** Pairs of heading and text, each drawn in itself; one tap sets all three fonts. */
export function FontPairs({ values, onChange, sample, disabled }: FontPairsProps) {
  const { t } = useTranslation('fonts');
  return (
    <div role="group" aria-label={t('pairs')} className="grid grid-cols-2 gap-2">
      {FONT_PAIRS.map(({ headingFont, bodyFont }) => {
        const isChosen = values.headingFont === headingFont && values.bodyFont === bodyFont;
        const name = headingFont === bodyFont ? headingFont : t('pair', { heading: headingFont, body: bodyFont });
        return (
          <button
            key={headingFont}
            type="button"
            disabled={disabled}
            aria-label={name}
            aria-pressed={isChosen}
            onClick={() => onChange(pairFonts(headingFont))}
            className={clsx(
              'flex min-h-24 min-w-0 flex-col justify-between gap-2 rounded-control border p-3 text-left transition-colors',
              isChosen ? 'border-accent bg-accent-tint' : 'border-line bg-raised hover:border-edge',
            )}
          >
            <InFont font={findFont(headingFont, [])} className="line-clamp-2 text-lead leading-tight">
              {sample}
            </InFont>
            <InFont font={findFont(bodyFont, [])} className="text-caption text-soft">
              {name}
            </InFont>
          </button>
        );
      })}
    </div>
  );
}
