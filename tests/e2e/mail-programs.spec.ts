import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { logos } from '#core/api/logos.ts';
import { everyMail, type SampleMail } from '../support/every-mail.ts';
import { isLong } from '../support/long.ts';
import { scene } from '../support/pictures.ts';
import { makePhotographer } from './support/photographer.ts';
import { stack } from './support/stack-address.ts';
import { expect, test } from './support/test.ts';

/** The narrowest phones, common phones, and the width that mails are made for; in pixels. */
const WIDTHS = isLong ? [320, 375, 600] : [320];
/** Share of the mails that `npm test` looks at: other ones in each language. */
const EVERY = isLong ? 1 : 9;

/** A web mail program: shows each mail as a page of an origin that is not the product's. */
async function startMailProgram(mails: readonly SampleMail[]): Promise<{ server: Server; origin: string }> {
  const server = createServer(({ url }, response) => {
    const mail = mails[Number(url?.slice(1))];
    response.writeHead(mail ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' }).end(mail?.html);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test('every mail shows its pictures in another program, and is no wider than a phone', async ({ open, faults }) => {
  test.setTimeout(300_000);
  faults.allowStatus(404, /favicon/);
  const owner = await makePhotographer();
  const picture = async (width: number, height: number) => scene(width, height).png().toBuffer();
  const form = new FormData();
  form.set('logo', new Blob([new Uint8Array(await picture(900, 90))], { type: 'image/png' }), 'logo.png');
  const { logoUrl } = await owner.api.call(logos.upload, {}, form);
  const cover = `data:image/png;base64,${(await picture(300, 200)).toString('base64')}`;
  const all = everyMail({ origin: stack().origin, logoUrl, cover });
  const mails = all.filter((_mail, index) => index % EVERY === 0);
  expect(new Set(mails.map(({ language }) => language)).size).toBe(3);
  const { server, origin } = await startMailProgram(mails);
  try {
    const page = await open();
    const failed: string[] = [];
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 740 });
      for (const [index, { name, language }] of mails.entries()) {
        await page.goto(`${origin}/${index}`);
        const { shown, missing, silent } = await page.evaluate(() => ({
          shown: document.documentElement.scrollWidth,
          missing: [...document.images].filter(({ naturalWidth }) => naturalWidth === 0).map(({ src }) => src),
          silent: [...document.images].filter(({ alt }) => alt === '').length,
        }));
        const mail = `${name} (${language}, ${width} px)`;
        if (shown > width) failed.push(`${mail}: ${shown} px wide`);
        if (missing.length > 0) failed.push(`${mail}: does not show ${missing.join(', ')}`);
        if (silent > 0) failed.push(`${mail}: a picture without an alternative text`);
      }
    }
    expect(failed).toEqual([]);
  } finally {
    server.close();
    server.closeAllConnections();
  }
});
