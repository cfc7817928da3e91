import type { Page } from '@playwright/test';
import { watchPage } from './page-watch.ts';
import type { Studio } from './studio.ts';

const PHONE = { viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true };
/** Bars 11 and 12 of docs/decisions/bars.md: a processor that is four times slower. */
const THROTTLE = 4;

/** Opens a watched page on a slow phone in a new browser context, optionally with the cookies of another page. */
export async function openPhone(studio: Studio, cookiesOf?: Page): Promise<Page> {
  const page = await studio.open(PHONE);
  if (cookiesOf) await page.context().addCookies(await cookiesOf.context().cookies());
  await watchPage(page);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE });
  return page;
}
