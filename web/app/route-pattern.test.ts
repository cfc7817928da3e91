import { expect, it } from 'vitest';
import { paths } from '#web/lib/paths.ts';
import { routePattern } from './route-pattern.ts';

it('names routes without ids', () => {
  expect(routePattern('/app')).toBe('/app');
  expect(routePattern('/app/galleries/new')).toBe(paths.newGallery);
  expect(routePattern('/app/galleries/0123456789abcdefghjkmnpqrs/activity')).toBe(paths.galleryActivity);
  expect(routePattern('/app/clients/customers/0123456789abcdefghjk')).toBe(paths.customer);
  expect(routePattern('/app/anna@example.org/secret')).toBe('/app/*');
});
