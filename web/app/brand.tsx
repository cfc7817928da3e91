import { Link } from 'react-router-dom';

/** Decisions: the product's name stands here for the back office, and nowhere else in its code. */
export const PRODUCT_NAME = 'Albumen';

/** The product's name, which leads home. */
export function Brand({ to }: { to: string }) {
  return (
    <Link to={to} className="no-underline">
      {PRODUCT_NAME}
    </Link>
  );
}
