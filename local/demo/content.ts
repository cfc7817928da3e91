import { DEFAULT_THEME, PALETTES, type ThemeValues } from '#core/domain/branding/theme.ts';
import type { NewAccount } from '#core/domain/studio/accounts.ts';
import type { GalleryVisibility } from '#core/domain/galleries/galleries.ts';
import type { PresetSettings } from '#core/domain/galleries/presets.ts';
import type { PhotographerProfile } from '#core/domain/studio/studio-profile.ts';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { localDate } from '#core/domain/values/time.ts';

import type { WatermarkLayout } from '#core/domain/branding/watermarks.ts';
import { asHeic, type Photograph, shoot } from './photographs.ts';

/** Printed at every start; the studio exists on this machine only. */
export const DEMO_LOGIN = { email: 'demo@albumen.test', password: 'llum-de-matinada' } as const;

export const DEMO_STUDIO: NewAccount = {
  name: 'Atelier Llum',
  slug: 'atelier-llum',
  currency: 'EUR',
  timeZone: 'Europe/Madrid',
  language: 'en',
};

/** The demo's own domain. Browsers resolve names below `localhost` to this machine. */
export const DEMO_DOMAIN = `www.${DEMO_STUDIO.slug}.localhost`;

export const DEMO_PROFILE: PhotographerProfile = {
  email: 'hola@atelier-llum.test',
  phone: '+34 972 555 014',
  address: 'Carrer de la Riba 7, 17488 Cadaqués',
  website: '',
  privacyNotice: '',
  bio:
    'Clara Llum photographs quiet places and the things people make. She works on the Costa Brava with daylight, ' +
    'a tripod and a great deal of patience.',
  socialMedia: [],
  contactForm: true,
};

/** The colours of a morning at sea, and a heading font of the catalogue. */
export const DEMO_THEME: ThemeValues = {
  ...DEFAULT_THEME,
  ...PALETTES['sea'],
  spacing: 'spacious',
  headingFont: 'Cormorant Garamond',
};

export const DEMO_CUSTOMERS = [
  {
    key: 'vidal',
    name: 'Ceràmica Vidal',
    email: 'taller@vidal.test',
    phone: '+34 972 555 110',
    address: 'Carrer del Forn 12, 17480 Roses',
    taxId: 'B55000119',
    language: 'ca',
  },
  {
    key: 'soler',
    name: 'Marta Soler',
    email: 'marta@soler.test',
    phone: '+34 600 555 121',
    address: 'Carrer de Girona 8, 08010 Barcelona',
    taxId: '12345678Z',
    language: 'es',
  },
  {
    key: 'ribes',
    name: 'Júlia Ribes',
    email: 'julia@ribes.test',
    phone: '',
    address: 'Passeig del Mar 3, 17488 Cadaqués',
    language: 'ca',
  },
  {
    key: 'vila',
    name: 'Ana Vila',
    email: 'ana@vila.test',
    phone: '+34 600 555 133',
    address: 'Carrer Major 21, 08500 Vic',
    language: 'ca',
  },
  {
    key: 'hale',
    name: 'Thomas Hale',
    email: 'tom@hale.test',
    phone: '+44 20 5550 1142',
    address: '5 Linden Row, London N1 7AA',
    language: 'en',
  },
] as const;

/** A preset that demonstrates the feature. */
export const DEMO_PRESET: { key: string; name: string; settings: PresetSettings } = {
  key: 'catalogue',
  name: 'Product catalogue',
  settings: {
    visibility: 'link',
    sortBy: 'filename',
    allowOriginal: true,
    allowWeb: true,
    expiresAfterDays: 60,
    sections: ['Overview', 'In use', 'Details'],
  },
};

/** A watermark that no gallery uses; its image is in watermark.ts. */
export const DEMO_WATERMARK: WatermarkLayout & { key: string; name: string } = {
  key: 'seal',
  name: 'Seal of the studio',
  position: 'bottom_right',
  size: 14,
  opacity: 70,
  isTiled: false,
};

export interface DemoGallery {
  key: string;
  name: string;
  description: string;
  visibility: GalleryVisibility;
  status: 'draft' | 'published';
  /** Days from today on which it was published, after its shoot. */
  delivered?: number;
  customer?: (typeof DEMO_CUSTOMERS)[number]['key'];
  password?: string;
  /** Email of the invited person. */
  invite?: string;
  /** True: visitors may keep favourites and comment. */
  guestsChoose?: boolean;
  photographs: readonly Photograph[];
  /** File name of a clip, `clip.mp4` with its poster. */
  clip?: string;
  /** Sections in order, each with its number of photos, continuing where the previous one ends. */
  sections?: readonly { key: string; name: string; photographs: number }[];
}

/** Returns the day as a camera writes it, `days` from today: sessions and galleries are dated from today, too. */
const cameraDay = (days: number) => localDate(Date.now() + days * DAY_MS, DEMO_STUDIO.timeZone!).replaceAll('-', ':');

const ALBUM_SCENES = Array.from(
  { length: 36 },
  (_, index) => (['sea', 'windowLight', 'mountains', 'stillLife', 'dunes', 'sea', 'forest'] as const)[index % 7]!,
);

export const DEMO_GALLERIES: readonly DemoGallery[] = [
  {
    key: 'coast',
    name: 'Cap de Creus, one day',
    description: 'From the first light on the water to the last lamp in the hills.',
    visibility: 'public',
    status: 'published',
    delivered: -400,
    guestsChoose: true,
    sections: [
      { key: 'morning', name: 'First light', photographs: 8 },
      { key: 'noon', name: 'Midday', photographs: 8 },
      { key: 'evening', name: 'Until the last lamp', photographs: 8 },
    ],
    photographs: shoot(
      'ALM_',
      3,
      cameraDay(-410),
      // prettier-ignore
      ['mountains', 'sea', 'forest', 'sea', 'mountains', 'forest', 'windowLight', 'mountains', 'stillLife', 'dunes', 'sea', 'windowLight',
        'mountains', 'dunes', 'forest', 'sea', 'stillLife', 'mountains', 'sea', 'dunes', 'windowLight', 'sea', 'mountains', 'night'],
      [0, 10],
    ),
  },
  {
    key: 'album',
    name: 'Ana & Pau, Cadaqués',
    description: 'Choose the pages of your album, together or one after the other.',
    visibility: 'invite',
    status: 'published',
    delivered: -17,
    customer: 'vila',
    // Many and small: a selection of thirty needs more than that.
    photographs: shoot('AP_', 11, cameraDay(-24), ALBUM_SCENES, []).map((photograph) => ({
      ...photograph,
      width: Math.round(photograph.width / 2),
      height: Math.round(photograph.height / 2),
    })),
  },
  {
    key: 'spring',
    name: 'Marta, a house by the sea',
    description: 'A small set for the announcement. Download what you like.',
    visibility: 'link',
    status: 'published',
    delivered: -12,
    customer: 'soler',
    // The last one from a phone.
    photographs: shoot('MS_', 8, cameraDay(-18), ['windowLight', 'sea', 'stillLife', 'windowLight', 'sea'], []).map(
      (photograph, index, { length }) => (index === length - 1 ? asHeic(photograph) : photograph),
    ),
    clip: 'MS_4046.mp4',
  },
  {
    key: 'catalogue',
    name: 'Vidal, autumn catalogue',
    description: 'Fourteen glazes, one table.',
    visibility: 'password',
    status: 'published',
    delivered: -25,
    customer: 'vidal',
    password: 'fang-i-foc',
    photographs: shoot(
      'CV_',
      14,
      cameraDay(-31),
      ['stillLife', 'stillLife', 'stillLife', 'stillLife', 'windowLight'],
      [],
    ),
  },
  {
    key: 'interiors',
    name: 'Casa Ribes',
    description: 'Rooms between three and five in the afternoon.',
    visibility: 'invite',
    status: 'published',
    delivered: -5,
    customer: 'ribes',
    invite: 'julia@ribes.test',
    photographs: shoot('CR_', 21, cameraDay(-9), ['windowLight', 'stillLife', 'windowLight'], []),
  },
  {
    key: 'woods',
    name: 'Woods, first edit',
    description: '',
    visibility: 'link',
    status: 'draft',
    customer: 'hale',
    photographs: shoot('TH_', 30, cameraDay(-13), ['forest', 'mountains', 'forest'], []),
  },
];

/** The cover of the studio's page: the sea in the public gallery. */
export const DEMO_COVER = DEMO_GALLERIES[0]!.photographs.find(
  ({ scene, width, height }) => scene === 'sea' && width > height,
)!;
