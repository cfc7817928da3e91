import type { Page } from '@playwright/test';
import { watchPage } from './page-watch.ts';
import type { Studio } from './studio.ts';

const PHONE = { viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true };
/** Bars 11, 12 and 17 of docs/decisions/bars.md: a processor that is four times slower. */
const THROTTLE = 4;
/** Lighthouse's slow 4G as browsers apply it: milliseconds of each request, bytes a second. */
const SLOW_4G = { offline: false, latency: 562, downloadThroughput: 1.4e6 / 8, uploadThroughput: 0.7e6 / 8 };

interface PhoneOptions {
  /** A page whose cookies the new context gets. */
  cookiesOf?: Page;
  signedIn?: boolean;
}

/** Opens a watched page on a slow phone in a new browser context. */
export async function openPhone(studio: Studio, { cookiesOf, signedIn = false }: PhoneOptions = {}): Promise<Page> {
  const page = await studio.open({ ...PHONE, signedIn });
  if (cookiesOf) await page.context().addCookies(await cookiesOf.context().cookies());
  await watchPage(page);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE });
  return page;
}

/** Opens such a page on a slow line. */
export async function openSlowPhone(studio: Studio, options: PhoneOptions = {}): Promise<Page> {
  const page = await openPhone(studio, options);
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW_4G);
  return page;
}
