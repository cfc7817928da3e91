import { Link } from 'react-router-dom';
import { PRODUCT_NAME } from './product-name.ts';

/** The product's name, which leads home. */
export function Brand({ to }: { to: string }) {
  return (
    <Link to={to} className="no-underline">
      {PRODUCT_NAME}
    </Link>
  );
}
