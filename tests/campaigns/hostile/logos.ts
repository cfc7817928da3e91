import { logos } from '#core/api/logos.ts';
import { deflateSync } from 'node:zlib';
import type { Figure } from '../../bench/figure.ts';
import type { ApiStack } from '../../support/api.ts';
import { claimingJpeg, claimingPng } from '../../support/pictures.ts';
import { makeStudio, type Studio } from '../../support/studio.ts';
import type { CampaignOptions } from '../campaign.ts';
import { refusalOf } from './api.ts';
import { type Bombs, type Gate, sendFiles } from './files.ts';
import type { Format } from './mutate.ts';
import { pictureFormats, pngChunk } from './picture-files.ts';
import { splitText } from './split.ts';

/** Uploads mutated logos, drawings and bombs to the API. */
export async function mutateLogos(api: ApiStack, options: CampaignOptions): Promise<Figure[]> {
  const gate = await logoGate(api, await makeStudio(api));
  return sendFiles(gate, options.isMiniature ? 8 : 600, options);
}

async function logoGate(api: ApiStack, studio: Studio): Promise<Gate> {
  const pictures = (await pictureFormats()).filter(({ name }) => ['png', 'jpeg', 'webp'].includes(name));
  const formats: Format[] = [
    { name: 'svg', seeds: SVG.map((text) => Buffer.from(text)), split: splitText },
    ...pictures,
  ];
  return {
    name: 'logos',
    formats,
    bombs: logoBombs,
    good: formats[0]!.seeds[0]!,
    async send(bytes) {
      await api.db.pool.query('delete from rate_limits');
      const body = new FormData();
      body.set('logo', new Blob([new Uint8Array(bytes)]), 'logo');
      const answer = await api.call('POST', logos.upload.path, { as: studio.owner, account: studio.id, body });
      if (answer.status !== logos.upload.status) return refusalOf(answer);
      answer.read(logos.upload);
      return 'accepted';
    },
  };
}

const svg = (content: string, attributes = 'viewBox="0 0 240 80"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${content}</svg>`;

const SVG = [
  svg('<circle cx="40" cy="40" r="30" fill="#222"/><rect x="100" y="30" width="130" height="20" fill="#222"/>'),
  svg(
    `<defs><linearGradient id="g"><stop offset="0" stop-color="#a33"/><stop offset="1" stop-color="#33a"/></linearGradient>
<filter id="f"><feGaussianBlur stdDeviation="2"/></filter><clipPath id="c"><rect width="200" height="70"/></clipPath>
<pattern id="p" width="8" height="8" patternUnits="userSpaceOnUse"><circle r="3" fill="#3a3"/></pattern></defs>
<g clip-path="url(#c)" filter="url(#f)"><path d="M10 10 C 20 20, 40 20, 50 10 S 90 0 100 50 Z" fill="url(#g)"/>
<use xlink:href="#x" transform="translate(90 0) rotate(10)"/><rect id="x" width="60" height="60" fill="url(#p)"/></g>`,
    'width="240" height="80"',
  ),
  svg('<style>.a{fill:#123;stroke:#456;stroke-dasharray:2 3}</style><polygon class="a" points="10,10 60,10 35,60"/>'),
];

/** `levels` of ten uses of the level below each. */
function nestedUses(levels: number): string {
  const level = (index: number) => `<g id="u${index}">${`<use xlink:href="#u${index - 1}"/>`.repeat(10)}</g>`;
  const uses = Array.from({ length: levels }, (_, index) => level(index + 1)).join('');
  return svg(`<defs><rect id="u0" width="9" height="9"/>${uses}</defs><use xlink:href="#u${levels}"/>`);
}

function nestedPatterns(levels: number): string {
  const pattern = (index: number) =>
    `<pattern id="p${index}" width="1" height="1" patternUnits="userSpaceOnUse"><rect width="240" height="80" fill="url(#p${index - 1})"/></pattern>`;
  const patterns = Array.from({ length: levels }, (_, index) => pattern(index + 1)).join('');
  return svg(`<defs>${patterns}</defs><rect width="240" height="80" fill="url(#p${levels})"/>`);
}

const filtered = (filter: string, region = '') =>
  svg(`<filter id="f" ${region}>${filter}</filter><rect width="240" height="80" filter="url(#f)" fill="#222"/>`);

const entities = `<!DOCTYPE svg [<!ENTITY a "<rect width='9' height='9'/>">${'bcdefghi'
  .split('')
  .map((name, index) => `<!ENTITY ${name} "${`&${'abcdefghi'[index]};`.repeat(10)}">`)
  .join('')}]>`;

const embedded = (picture: Buffer, type: string) =>
  svg(`<image width="240" height="80" xlink:href="data:image/${type};base64,${picture.toString('base64')}"/>`);

const text = (content: string) => () => Buffer.from(content);

const logoBombs: Bombs = {
  'svg of seven levels of uses': text(nestedUses(7)),
  'svg of 30 levels of uses': text(nestedUses(30)),
  'svg of 8 levels of patterns': text(nestedPatterns(8)),
  'svg of entities that expand': text(`<?xml version="1.0"?>${entities}${svg('&i;')}`),
  'svg of 100,000 nested groups': text(
    svg(`${'<g>'.repeat(100_000)}<rect width="9" height="9"/>${'</g>'.repeat(100_000)}`),
  ),
  'svg of 100,000 nested groups with opacity': text(
    svg(`${'<g opacity=".9">'.repeat(5000)}<rect width="9" height="9"/>${'</g>'.repeat(5000)}`),
  ),
  'svg of a blur of 10,000': text(
    filtered('<feGaussianBlur stdDeviation="10000"/>', 'x="-9" y="-9" width="20" height="20"'),
  ),
  'svg of 500 turbulences': text(filtered('<feTurbulence baseFrequency=".01" numOctaves="100"/>'.repeat(500))),
  'svg of a morphology of 5000': text(filtered('<feMorphology operator="dilate" radius="5000"/>'.repeat(20))),
  'svg of a convolution of 500 × 500': text(
    filtered(`<feConvolveMatrix order="500" kernelMatrix="${'1 '.repeat(250_000)}"/>`),
  ),
  'svg of 1,000,000 px': text(svg('<rect width="9" height="9"/>', 'width="1000000" height="1000000"')),
  'svg one pixel high and 1e9 wide': text(svg('<rect width="9" height="9"/>', 'width="1000000000" height="1"')),
  'svg of 0 px': text(svg('<rect width="9" height="9"/>', 'width="0" height="0"')),
  'svg of a path of a million points': text(svg(`<path d="M0 0${'L9 9'.repeat(450_000)}" stroke="#222"/>`)),
  'svg of a dashed line of 1e9 dashes': text(svg('<path d="M0 0H1000000000" stroke="#222" stroke-dasharray=".001"/>')),
  'svg of itself': text(svg('<g id="a"><use xlink:href="#a"/><rect width="9" height="9"/></g>')),
  'svg with a PNG of 400 MP in its header': async () =>
    Buffer.from(embedded(await claimingPng(20_000, 20_000, false), 'png')),
  'svg with a file of this machine': text(svg('<image width="9" height="9" xlink:href="file:///etc/passwd"/>')),
  'png of 400 MP in its header': () => claimingPng(20_000, 20_000, false),
  'png of 100 MP': async () => {
    const png = await claimingPng(10_000, 4000, false);
    const at = png.indexOf('IDAT');
    return Buffer.concat([png.subarray(0, at - 4), pngData(deflateSync(Buffer.alloc((10_000 * 3 + 1) * 4000)))]);
  },
  'jpeg of 65500 × 65500 in its header': () => claimingJpeg(65_500, 65_500, false),
};

const pngData = (data: Buffer) => Buffer.concat([pngChunk('IDAT', data), pngChunk('IEND', Buffer.alloc(0))]);
