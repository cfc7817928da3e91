import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { accounts } from '#core/api/accounts.ts';
import { logos } from '#core/api/logos.ts';
import { everyMail, type SampleMail } from '../support/every-mail.ts';
import { isLong } from '../support/long.ts';
import { scene } from '../support/pictures.ts';
import { mailTo } from './support/mail.ts';
import { makePhotographer, type Photographer } from './support/photographer.ts';
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

/** Uploads a logo of noise. @returns the setting's value */
async function uploadLogo({ api }: Photographer): Promise<string> {
  const form = new FormData();
  const bytes = new Uint8Array(await scene(900, 90).png().toBuffer());
  form.set('logo', new Blob([bytes], { type: 'image/png' }), 'logo.png');
  return (await api.call(logos.upload, {}, form)).logoUrl;
}

test('the local mailbox shows the studio’s logo', async ({ open }) => {
  const owner = await makePhotographer();
  await uploadLogo(owner);
  const template = { kind: 'client_link', language: 'en', subject: 'A test', body: '{{link}}' } as const;
  await owner.api.call(accounts.testMail, {}, template);
  const { id } = await mailTo(owner.email, { subject: /A test/ });
  const page = await open();
  await page.goto(`${stack().mailbox}/?id=${id}`);
  const logo = page.frameLocator('iframe').getByRole('img', { name: 'Estudi Llum' });
  await expect(logo).toHaveJSProperty('naturalHeight', 90);
});

test('every mail shows its pictures in another program, and is no wider than a phone', async ({ open, faults }) => {
  test.setTimeout(300_000);
  faults.allowStatus(404, /favicon/);
  const owner = await makePhotographer();
  const logoUrl = await uploadLogo(owner);
  const picture = await scene(300, 200).png().toBuffer();
  const cover = `data:image/png;base64,${picture.toString('base64')}`;
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
