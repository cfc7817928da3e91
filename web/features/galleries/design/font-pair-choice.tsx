import { useQuery } from '@rocicorp/zero/react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type FontKey, pairFonts } from '#core/domain/branding/fonts.ts';
import { readTheme } from '#core/domain/branding/theme.ts';
import { queries } from '#core/zero/queries.ts';
import { DrawnChoice } from '#web/components/ui/inputs/drawn-choice.tsx';
import { findFont, type FontRow, InFont } from '#web/lib/fonts/font-loading.tsx';
import { DESIGN_OPTIONS, type DesignValues } from '#web/lib/galleries/design-values.ts';

interface FontPairChoiceProps {
  label: string;
  /** Text that each pair's heading is drawn with. */
  sample: string;
  value: DesignValues['fontPair'];
  onChange: (value: DesignValues['fontPair']) => void;
}

/** The studio's own fonts or a pair of the catalogue, each drawn in itself. */
export function FontPairChoice({ label, sample, value, onChange }: FontPairChoiceProps) {
  const { t } = useTranslation(['galleries', 'fonts']);
  const [settings] = useQuery(queries.accounts.settings());
  const [own] = useQuery(queries.fonts.list());
  const theme = useMemo(() => readTheme((key) => settings.find((one) => one.key === key)?.value), [settings]);
  const options = DESIGN_OPTIONS.fontPair.map((pair) => {
    const fonts = pair === 'default' ? theme : pairFonts(pair);
    return {
      value: pair,
      label: pair === 'default' ? t('design.fontPair.default') : pairName(fonts),
      drawing: <Sample fonts={fonts} own={own} heading={sample} text={t('design.fontPair.sample')} />,
    };
  });
  return (
    <DrawnChoice label={label} value={value} onChange={onChange} options={options} className="grid grid-cols-2 gap-3" />
  );

  function pairName({ headingFont, bodyFont }: Readonly<Record<FontKey, string>>): string {
    if (headingFont === bodyFont) return headingFont;
    return t('fonts:pair', { heading: headingFont, body: bodyFont });
  }
}

interface SampleProps {
  fonts: Readonly<Record<FontKey, string>>;
  own: readonly FontRow[];
  heading: string;
  text: string;
}

function Sample({ fonts, own, heading, text }: SampleProps) {
  return (
    <span className="flex h-full flex-col justify-center gap-1 p-3">
      <InFont font={findFont(fonts.headingFont, own)} className="line-clamp-2 text-lead leading-tight">
        {heading}
      </InFont>
      <InFont font={findFont(fonts.bodyFont, own)} className="line-clamp-1 text-caption text-soft">
        {text}
      </InFont>
    </span>
  );
}
