import { Link } from 'react-router-dom';

/** The product name. The back office takes it from here only, so that a rename is one change. */
export const PRODUCT_NAME = 'Albumen';

/** The product name as a link to the home screen. */
export function Brand({ to }: { to: string }) {
  return (
    <Link to={to} className="thumb no-underline">
      {PRODUCT_NAME}
    </Link>
  );
}
