import { describe, expect, it } from 'vitest';
import { bookHref, galleryHref, matchRoute, studioHref } from './routes.ts';

const shared = { publicLayout: false, photographerSlug: null };
const site = { slug: 'marta-soler', base: '/p/marta-soler' };

describe('matchRoute on the shared origin', () => {
  it('shows the landing page at the root only', () => {
    expect(matchRoute('/', shared)).toEqual({ page: 'landing' });
    expect(matchRoute('/pricing', shared)).toEqual({ page: 'not-found', site: null });
    expect(matchRoute('/p', shared)).toEqual({ page: 'not-found', site: null });
  });

  it.each([
    ['/p/marta-soler', { page: 'studio', site }],
    ['/p/marta-soler/', { page: 'studio', site }],
    ['/p/marta-soler/gallery/g1', { page: 'gallery', site, galleryId: 'g1' }],
    ['/p/marta-soler/invite/g1/', { page: 'invite', site, galleryId: 'g1' }],
    ['/p/marta-soler/gallery', { page: 'not-found', site }],
    ['/p/marta-soler/gallery/g1/more', { page: 'not-found', site }],
    ['/p/marta-soler/sent', { page: 'studio', site }],
    ['/p/marta-soler/sent/x', { page: 'not-found', site }],
    ['/p/marta-soler/book', { page: 'book', site }],
    ['/p/marta-soler/book/now', { page: 'not-found', site }],
    ['/p/marta-soler/booking/t0ken', { page: 'booking', site, token: 't0ken' }],
    ['/p/marta-soler/booking', { page: 'not-found', site }],
    ['/p/marta-soler/proposal/t0ken', { page: 'proposal', site, token: 't0ken' }],
    ['/p/marta-soler/proposal', { page: 'not-found', site }],
    ['/p/marta-soler/booking/t0ken/more', { page: 'not-found', site }],
    ['/p/marta-soler/client', { page: 'client', site, token: null }],
    ['/p/marta-soler/client/t0ken', { page: 'client', site, token: 't0ken' }],
    ['/p/marta-soler/client/t0ken/more', { page: 'not-found', site }],
    ['/p/marta-soler/prices', { page: 'not-found', site }],
  ])('%s', (path, route) => expect(matchRoute(path, shared)).toEqual(route));

  it('accepts a malformed escape', () => {
    expect(matchRoute('/p/%E0%A4%A', shared).page).toBe('studio');
  });
});

describe('matchRoute on a studio’s own domain', () => {
  const ownMeta = { publicLayout: false, photographerSlug: 'marta-soler' };
  const ownSite = { slug: 'marta-soler', base: '' };

  it('serves the studio’s pages below the root', () => {
    expect(matchRoute('/', ownMeta)).toEqual({ page: 'studio', site: ownSite });
    expect(matchRoute('/gallery/g1', ownMeta)).toEqual({ page: 'gallery', site: ownSite, galleryId: 'g1' });
    expect(matchRoute('/invite/g1', ownMeta)).toEqual({ page: 'invite', site: ownSite, galleryId: 'g1' });
    expect(matchRoute('/book', ownMeta)).toEqual({ page: 'book', site: ownSite });
  });

  it('needs only the layout flag', () => {
    const flagged = { publicLayout: true, photographerSlug: null };
    expect(matchRoute('/', flagged)).toEqual({ page: 'studio', site: { slug: null, base: '' } });
  });

  it('builds paths from the studio’s base', () => {
    expect([studioHref(site), studioHref(ownSite)]).toEqual(['/p/marta-soler', '/']);
    expect([bookHref(site), bookHref(ownSite)]).toEqual(['/p/marta-soler/book', '/book']);
    expect([galleryHref(site, 'g1'), galleryHref(ownSite, 'g1')]).toEqual(['/p/marta-soler/gallery/g1', '/gallery/g1']);
  });
});

it('takes the gallery of a readable link from the page’s data', () => {
  const site = { slug: 'nina', base: '/p/nina' };
  const link = '/p/nina/clara-jordi-7k3f9q2m';
  expect(matchRoute(link, shared, 'g1')).toEqual({ page: 'gallery', site, galleryId: 'g1' });
  expect(matchRoute(link, shared)).toEqual({ page: 'not-found', site });
});
