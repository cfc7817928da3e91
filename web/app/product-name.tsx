import { paths } from '#web/lib/paths.ts';

/** The product name. The back office takes it from here only, so that a rename is one change. */
export const PRODUCT_NAME = 'Albumen';

/** The product name as a link to the landing page, for a person who is signed out. It needs a page load. */
export function LandingBrand() {
  return (
    <a href={paths.landing} className="thumb no-underline">
      {PRODUCT_NAME}
    </a>
  );
}
