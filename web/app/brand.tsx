import { Link } from 'react-router-dom';
import { paths } from '#web/lib/paths.ts';

/** The product name. The back office takes it from here only, so that a rename is one change. */
export const PRODUCT_NAME = 'Albumen';

/** The product name as a link: to the home screen, or to the landing page for a person who is signed out. */
export function Brand({ to }: { to: string }) {
  return (
    // The landing page is not part of the back office: it needs a page load.
    <Link to={to} reloadDocument={to === paths.landing} className="thumb no-underline">
      {PRODUCT_NAME}
    </Link>
  );
}
