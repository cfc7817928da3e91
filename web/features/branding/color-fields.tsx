import { useTranslation } from 'react-i18next';
import {
  type ColorRepair,
  PALETTES,
  THEME_COLORS,
  type ThemeColor,
  type ThemeValues,
  themeTokens,
} from '#core/domain/branding/theme.ts';
import { ColorPicker } from '#web/components/ui/inputs/color-picker.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';

type Colors = Pick<ThemeValues, ThemeColor>;

interface ColorFieldsProps {
  colors: Colors;
  onChange: (changes: Partial<Colors>) => void;
}

/** Palettes to begin with, a field for each colour, and the changes that keep them readable. */
export function ColorFields({ colors, onChange }: ColorFieldsProps) {
  const { t } = useTranslation('branding');
  return (
    <>
      <Palettes colors={colors} onChange={onChange} />
      <div className="grid gap-4 sm:grid-cols-2">
        {THEME_COLORS.map((key) => (
          <ColorPicker
            key={key}
            label={t(`colors.${key}`)}
            hint={t(`colors.hints.${key}`)}
            value={colors[key].toLowerCase()}
            onChange={(value) => onChange({ [key]: value })}
          />
        ))}
      </div>
      <Repairs repairs={themeTokens(colors).repairs} />
    </>
  );
}

function Palettes({ colors, onChange }: ColorFieldsProps) {
  const { t } = useTranslation('branding');
  const isShown = (palette: Colors) =>
    THEME_COLORS.every((key) => palette[key].toLowerCase() === colors[key].toLowerCase());
  return (
    <div
      role="group"
      aria-label={t('colors.palettes')}
      className="grid grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-2"
    >
      {Object.entries(PALETTES).map(([name, palette]) => (
        <button
          key={name}
          type="button"
          aria-pressed={isShown(palette)}
          onClick={() => onChange(palette)}
          className="flex min-h-control items-center gap-2.5 rounded-control border border-line bg-raised px-2.5 transition-colors hover:border-edge aria-pressed:border-accent aria-pressed:bg-accent-tint"
        >
          <span aria-hidden className="flex overflow-hidden rounded-full border border-line">
            {(['backgroundColor', 'primaryColor', 'accentColor'] as const).map((key) => (
              <span key={key} className="h-5 w-2.5" style={{ backgroundColor: palette[key] }} />
            ))}
          </span>
          <span className="min-w-0 text-left text-caption wrap-anywhere">{t(`palettes.${name as 'paper'}`)}</span>
        </button>
      ))}
    </div>
  );
}

/** Lists each colour that public pages show otherwise than chosen, with the contrast it has now. */
function Repairs({ repairs }: { repairs: readonly ColorRepair[] }) {
  const { t } = useTranslation('branding');
  const format = useFormat();
  if (repairs.length === 0) return <p className="text-caption text-soft">{t('repairs.fine')}</p>;
  return (
    <div className="flex flex-col gap-1.5 text-caption">
      <p className="font-medium">{t('repairs.title')}</p>
      <ul className="flex flex-col gap-1 text-soft">
        {repairs.map(({ key, scheme, chosen, shown, contrast }) => (
          <li key={`${scheme} ${key}`} className="flex items-center gap-2">
            <span aria-hidden className="flex shrink-0 overflow-hidden rounded-full border border-edge">
              {[chosen, shown].map((color) => (
                <span key={color} className="size-3.5" style={{ backgroundColor: color }} />
              ))}
            </span>
            <span data-figures>
              {t(scheme === 'dark' ? 'repairs.itemDark' : 'repairs.item', {
                name: t(`colors.${key}`),
                chosen,
                shown,
                // Rounded down, so that no contrast seems better than it is.
                contrast: format.number(Math.floor(contrast * 10) / 10),
              })}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
