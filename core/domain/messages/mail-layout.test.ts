import { describe, expect, it } from 'vitest';
import { contrast, parseHex } from '../values/color.ts';
import { type MailLayout, readMailSender, renderMail } from './mail-layout.ts';

const ORIGIN = 'https://albumen.example';
const sender = {
  logoUrl: `${ORIGIN}/api/logos/abc/t-90x30d.png`,
  email: 'hola@llum.example',
  phone: '+34 600 000 000',
  address: 'Carrer Major 1\n08001 Barcelona',
  website: 'https://llum.example/',
};
const mail: MailLayout = {
  language: 'en',
  subject: 'Your photos',
  preview: 'Ready',
  studio: 'Llum & <b>Mar</b>',
  sender,
  title: 'Wedding',
  parts: [
    'Hello,',
    { quote: 'It was a joy.\n<i>Anna</i>' },
    'Your gallery is ready.',
    { href: 'https://albumen.example/p/llum?a=1&b=2', label: 'Open gallery' },
  ],
  notes: ['Works once.'],
  address: 'Or copy this address:',
  foot: ['Reply to reach us.', 'You asked for it.'],
};

describe('renderMail', () => {
  it('ends both parts with the reason and the studio’s contact details', () => {
    const { text, html } = renderMail(mail);
    const contact = 'Carrer Major 1, 08001 Barcelona\nhola@llum.example · +34 600 000 000\nhttps://llum.example/';
    expect(text.endsWith(`--\n\nReply to reach us.\n\nYou asked for it.\n\n${mail.studio}\n${contact}\n`)).toBe(true);
    for (const href of ['mailto:hola@llum.example', 'tel:+34600000000', 'https://llum.example/'])
      expect(html).toContain(`<a href="${href}"`);
    expect(html).toContain('alt="Llum &amp; &lt;b&gt;Mar&lt;/b&gt;"');
  });

  it('sets the studio’s words apart between greeting and text, and shows the picture above the title', () => {
    const picture = { url: 'https://albumen.example/og/g/t.jpg', width: 1200, height: 630, alt: 'Cover "1"' };
    const { text, html } = renderMail({ ...mail, picture });
    expect(text).toMatch(/^Hello,\n\nIt was a joy\.\n<i>Anna<\/i>\n\nYour gallery/);
    expect(html).toContain('It was a joy.<br>&lt;i&gt;Anna&lt;/i&gt;</p>');
    expect(html).toContain('width="600" height="315" alt="Cover &quot;1&quot;"');
    expect(html.indexOf(picture.url)).toBeLessThan(html.indexOf('<h1'));
  });

  it('shows the address of the first button, and none without a button', () => {
    const more = { href: 'https://albumen.example/more', label: 'More' };
    const { html, text } = renderMail({ ...mail, parts: [...mail.parts, more] });
    const hrefs = (href: string) => html.split(`href="${href}"`).length - 1;
    expect([hrefs('https://albumen.example/p/llum?a=1&amp;b=2'), hrefs(more.href)]).toEqual([2, 1]);
    expect(text).toContain('\n\nOpen gallery:\nhttps://albumen.example/p/llum?a=1&b=2\n\nMore:\n');
    const without = renderMail({ ...mail, parts: ['Hello,'], sender: readMailSender(null, ORIGIN) });
    expect(without.html).not.toContain('<a ');
    expect(without.html).not.toContain(mail.address);
  });
});

describe('a studio’s theme', () => {
  const themed = (primaryColor: string, headingFont = 'Inter', updatedAt = 1) =>
    readMailSender(
      { theme: { 'theme.updatedAt': updatedAt, 'theme.primaryColor': primaryColor, 'theme.headingFont': headingFont } },
      ORIGIN,
    );
  const ratio = (a: string, b: string) => contrast(parseHex(a)!, parseHex(b)!);

  it.each(['#ffe600', '#3b82f6', '#000000', '#ffffff', '#7f7f7f'])(
    'shows its colour %s on the button, readable in both themes',
    (color) => {
      const { look } = themed(color);
      for (const [paper, { fill, letters }] of [
        ['#fffefc', look!.light],
        ['#21201d', look!.dark],
      ] as const) {
        expect(ratio(fill, letters)).toBeGreaterThanOrEqual(4.5);
        expect(ratio(fill, paper)).toBeGreaterThanOrEqual(3);
      }
      const { html } = renderMail({ ...mail, sender: themed(color) });
      expect(html).toContain(`bgcolor="${look!.light.fill}"`);
      expect(html).toContain(`.fill { background: ${look!.dark.fill} !important }`);
    },
  );

  it('sets titles in a serif for a serif, and is ours until it is chosen', () => {
    expect(renderMail({ ...mail, sender: themed('#3b82f6', 'Lora') }).html).toContain('Georgia');
    expect(renderMail({ ...mail, sender: themed('#3b82f6', 'Jost') }).html).not.toContain('Georgia');
    expect(themed('#3b82f6', 'Lora', 0).look).toBeNull();
  });
});

describe('readMailSender', () => {
  it('reads texts and web addresses only', () => {
    expect(readMailSender({ ...sender, logoUrl: '/logos/abc/t-90x30d.png', bio: 'x' }, ORIGIN)).toEqual({
      ...sender,
      look: null,
    });
    const hostile = { logoUrl: 'data:image/png;base64,', website: 'javascript:alert(1)', email: 5, phone: null };
    expect(readMailSender(hostile, ORIGIN)).toEqual({
      logoUrl: '',
      look: null,
      email: '',
      phone: '',
      address: '',
      website: '',
    });
    for (const value of [null, 'x', 3]) expect(readMailSender(value, ORIGIN).email).toBe('');
  });
});
