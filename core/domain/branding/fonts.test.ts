import { describe, expect, it } from 'vitest';
import { FONT_CATALOGUE, fontCss, loadCatalogueFont, loadCustomFont } from './font-faces.ts';
import { customFontValue, fontText, fontValue, parseFont } from './fonts.ts';

const ID = '0123456789abcdefghjk';

describe('a stored font', () => {
  it.each(['Inter', 'Cormorant Garamond', customFontValue(ID)])('accepts %s', (value) => {
    expect(fontValue.safeParse(value).success).toBe(true);
  });

  it.each(['', 'Comic Sans', 'custom:', 'custom:../x', `custom:${ID}x`, '"};*{color:red}', 3, null])(
    'refuses %j',
    (value) => {
      expect(fontValue.safeParse(value).success).toBe(false);
      expect(parseFont(value)).toBeNull();
    },
  );
});

describe('fontText', () => {
  it('returns one line without control characters, of this length', () => {
    expect(fontText(' A\u0000\n\u202eB ', 10)).toBe('');
    expect(fontText(' A\n\u202eB ', 10)).toBe('A B');
    expect(fontText('ab😀', 3)).toBe('ab\ufffd');
  });
});

const cormorant = FONT_CATALOGUE.find(({ family }) => family === 'Cormorant Garamond')!;
const italic = FONT_CATALOGUE.find(({ family }) => family === 'Marcellus')!;

describe('loadCatalogueFont', () => {
  it.each(FONT_CATALOGUE)('$family has a file for its headings', (font) => {
    const { headingWeight, preload } = loadCatalogueFont(font);
    const file = font.files.find(({ url }) => url === preload)!;
    const [least, most = least] = file.weight.split(' ').map(Number);
    expect([file.range, headingWeight >= least! && headingWeight <= most!]).toEqual(['latin', true]);
  });
});

describe('fontCss', () => {
  it('is empty without fonts', () => {
    expect(fontCss({}, 'html:root')).toBe('');
  });

  it('has the faces of each font once, and headings in a weight that the family has', () => {
    const heading = loadCatalogueFont(italic);
    const css = fontCss({ headingFont: heading, menuFont: heading }, 'html:root');
    expect(css.match(/font-family:"Marcellus";src:/g)).toHaveLength(2);
    expect(css).toContain(':is(h1,.text-title,.text-display){font-family:"Marcellus",');
    expect(css).toContain('font-weight:var(--title-weight,400)');
    expect(css).not.toContain('--font-text');
  });

  it('stretches the system’s font to the width and height of the font', () => {
    const { faces } = loadCatalogueFont(cormorant);
    const times = faces.find(({ src, weight }) => src.includes('Times New Roman"') && weight === '1 599')!;
    expect(times.metrics!.sizeAdjust).toBeCloseTo(cormorant.metrics.width / 0.3932, 3);
    expect(times.metrics!.ascent * times.metrics!.sizeAdjust).toBeCloseTo(cormorant.metrics.ascent, 3);
  });

  it('names an uploaded font by its id, and nothing of its file', () => {
    const metadata = {
      metrics: { ascent: 1, descent: 0.2, lineGap: 0, width: 0.4 },
      weights: [300, 300] as [number, number],
      isItalic: false,
      copyright: '</style>',
      licence: '',
      licenceUrl: '',
      missing: '',
      confirmed: null,
    };
    const font = loadCustomFont({ id: ID, urlPath: `/api/fonts/${ID}`, metadata });
    const css = fontCss({ bodyFont: font }, 'html:root');
    expect(css).toContain(
      `@font-face{font-family:"font-${ID}";src:url(/api/fonts/${ID}) format("woff2");font-weight:300`,
    );
    expect(css).not.toContain('</');
    expect(font.headingWeight).toBe(300);
  });
});
