import { HOUSE_THEME, PALETTES, type StudioTheme, type ThemeValues } from '../../branding/theme.ts';

type Template = ThemeValues['template'];

/** Colours, fonts and menu of each look, for a studio that has chosen none. */
const THEMES: Readonly<Record<Template, Partial<ThemeValues>>> = {
  modern: {},
  classic: { ...PALETTES['sand'], headingFont: 'EB Garamond', menuStyle: 'centered', spacing: 'spacious' },
  editorial: { ...PALETTES['gallery'], headingFont: 'Playfair Display', menuStyle: 'spaced', containerWidth: 'wide' },
  minimal: { ...PALETTES['gallery'], headingFont: 'Work Sans', bodyFont: 'Work Sans', borderRadius: 'none' },
  bold: { ...PALETTES['gallery'], headingFont: 'Space Grotesk', borderRadius: 'none', containerWidth: 'full' },
  story: { ...PALETTES['olive'], headingFont: 'Fraunces', spacing: 'spacious' },
};

/** Returns the theme of a look: everything of a chosen theme but its template, or the look's own. */
export function starterTheme(template: Template, { updatedAt, ...chosen }: StudioTheme): ThemeValues {
  return { ...(updatedAt > 0 ? chosen : { ...HOUSE_THEME, ...THEMES[template] }), template };
}
