import { Link } from 'react-router-dom';
import { paths } from '#web/lib/paths.ts';
import { PRODUCT_NAME } from './product-name.tsx';

/** The product name as a link to the home screen. */
export function Brand() {
  return (
    <Link to={paths.home} className="thumb no-underline">
      {PRODUCT_NAME}
    </Link>
  );
}
