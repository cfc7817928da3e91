import forestSmall from './pictures/forest-320.avif';
import forestJpeg from './pictures/forest-640.jpg';
import forestLarge from './pictures/forest-640.avif';
import forestWebp from './pictures/forest-640.webp';
import mountainsLarge from './pictures/mountains-1280.avif';
import mountainsJpeg from './pictures/mountains-640.jpg';
import mountainsSmall from './pictures/mountains-640.avif';
import mountainsWebp from './pictures/mountains-640.webp';
import calDark from './pictures/screen-cal-dark.avif';
import calDarkWebp from './pictures/screen-cal-dark.webp';
import calLight from './pictures/screen-cal-light.avif';
import calLightWebp from './pictures/screen-cal-light.webp';
import galleryDark from './pictures/screen-gallery-dark.avif';
import galleryDarkWebp from './pictures/screen-gallery-dark.webp';
import galleryLight from './pictures/screen-gallery-light.avif';
import galleryLightWebp from './pictures/screen-gallery-light.webp';
import homeDark from './pictures/screen-home-dark.avif';
import homeDarkWebp from './pictures/screen-home-dark.webp';
import homeLight from './pictures/screen-home-light.avif';
import homeLightWebp from './pictures/screen-home-light.webp';
import proofingDark from './pictures/screen-proofing-dark.avif';
import proofingDarkWebp from './pictures/screen-proofing-dark.webp';
import proofingLight from './pictures/screen-proofing-light.avif';
import proofingLightWebp from './pictures/screen-proofing-light.webp';
import paymentsDark from './pictures/screen-payments-dark.avif';
import paymentsDarkWebp from './pictures/screen-payments-dark.webp';
import paymentsLight from './pictures/screen-payments-light.avif';
import paymentsLightWebp from './pictures/screen-payments-light.webp';
import contractsDark from './pictures/screen-contracts-dark.avif';
import contractsDarkWebp from './pictures/screen-contracts-dark.webp';
import contractsLight from './pictures/screen-contracts-light.avif';
import contractsLightWebp from './pictures/screen-contracts-light.webp';
import websiteDark from './pictures/screen-website-dark.avif';
import websiteDarkWebp from './pictures/screen-website-dark.webp';
import websiteLight from './pictures/screen-website-light.avif';
import websiteLightWebp from './pictures/screen-website-light.webp';
import seaSmall from './pictures/sea-320.avif';
import seaJpeg from './pictures/sea-640.jpg';
import seaLarge from './pictures/sea-640.avif';
import seaWebp from './pictures/sea-640.webp';
import stillLifeSmall from './pictures/stillLife-320.avif';
import stillLifeJpeg from './pictures/stillLife-640.jpg';
import stillLifeLarge from './pictures/stillLife-640.avif';
import stillLifeWebp from './pictures/stillLife-640.webp';

/** A photo of the demo studio (local/demo/scenes), with its width divided by its height. */
export interface LandingPhoto {
  avif: string;
  webp: string;
  jpeg: string;
  ratio: number;
}

const photo = (small: readonly [string, number], large: readonly [string, number], webp: string, jpeg: string) => ({
  avif: `${small[0]} ${small[1]}w, ${large[0]} ${large[1]}w`,
  webp,
  jpeg,
});

export const COVER: LandingPhoto = {
  ...photo([mountainsSmall, 640], [mountainsLarge, 1280], mountainsWebp, mountainsJpeg),
  ratio: 3 / 2,
};

/** A row below the cover. */
export const ROW: readonly LandingPhoto[] = [
  { ...photo([seaSmall, 320], [seaLarge, 640], seaWebp, seaJpeg), ratio: 3 / 2 },
  { ...photo([forestSmall, 320], [forestLarge, 640], forestWebp, forestJpeg), ratio: 2 / 3 },
  { ...photo([stillLifeSmall, 320], [stillLifeLarge, 640], stillLifeWebp, stillLifeJpeg), ratio: 3 / 2 },
];

/** The product with the demo studio, 1200 by 750 pixels, in both themes. */
export const SCREENS = {
  gallery: { light: [galleryLight, galleryLightWebp], dark: [galleryDark, galleryDarkWebp] },
  cal: { light: [calLight, calLightWebp], dark: [calDark, calDarkWebp] },
  proofing: { light: [proofingLight, proofingLightWebp], dark: [proofingDark, proofingDarkWebp] },
  payments: { light: [paymentsLight, paymentsLightWebp], dark: [paymentsDark, paymentsDarkWebp] },
  contracts: { light: [contractsLight, contractsLightWebp], dark: [contractsDark, contractsDarkWebp] },
  website: { light: [websiteLight, websiteLightWebp], dark: [websiteDark, websiteDarkWebp] },
  home: { light: [homeLight, homeLightWebp], dark: [homeDark, homeDarkWebp] },
} as const;
