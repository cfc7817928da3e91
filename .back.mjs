import { chromium } from '@playwright/test';
const [, , name, path, widths = '1280,375', schemes = 'light', script = '', full = '0'] = process.argv;
const b = await chromium.launch({ executablePath: '/tmp/albumen-chromium-153.0.0/chromium' });
const c = await b.newContext({ locale: 'en-GB' });
const p0 = await c.newPage();
await p0.goto('http://localhost:4404/app/auth');
await p0
  .getByLabel(/e-?mail/i)
  .first()
  .fill('demo@albumen.test');
await p0
  .getByLabel(/password/i)
  .first()
  .fill('llum-de-matinada');
await p0.keyboard.press('Enter');
await p0.waitForURL(/\/app(\?|$|\/)/, { timeout: 15000 });
await p0.waitForTimeout(2500);
for (const w of widths.split(',').map(Number))
  for (const s of schemes.split(',')) {
    const p = await c.newPage();
    await p.setViewportSize({ width: w, height: w < 500 ? 812 : 860 });
    await p.emulateMedia({ colorScheme: s });
    p.on('console', (m) => m.type() === 'error' && console.log(m.text().slice(0, 300)));
    p.on('pageerror', (e) => console.log('ERR', String(e).slice(0, 300)));
    await p.goto('http://localhost:4404' + path);
    await p.waitForTimeout(4500);
    if (script) {
      await new Function('p', 'return (async()=>{' + script + '})()')(p);
      await p.waitForTimeout(1500);
    }
    await p.screenshot({ path: `/tmp/w/brandshots/${name}-${w}-${s}.png`, fullPage: full === '1' });
    await p.close();
  }
await b.close();
