import pg from 'pg';
import { chromium } from '@playwright/test';
import { readFileSync } from 'node:fs';
const [, , name, json = '{}', widths = '1280,375', schemes = 'light', path = '', full = '0'] = process.argv;
const { secrets } = {};
const url = process.env.PGURL;
const c = new pg.Client(url);
await c.connect();
const {
  rows: [a],
} = await c.query("select id from accounts where slug='atelier-llum'");
const t = JSON.parse(json);
if (json !== 'keep')
  for (const [k, v] of Object.entries({ updatedAt: Date.now(), ...t }))
    await c.query(
      `insert into settings(account_id,key,author_id,value) select $1,$2,author_id,$3::jsonb from accounts where id=$1 on conflict (account_id,key) do update set value=excluded.value`,
      [a.id, 'theme.' + k, JSON.stringify(v)],
    );
await c.end();
const b = await chromium.launch({ executablePath: '/tmp/albumen-chromium-153.0.0/chromium' });
for (const w of widths.split(',').map(Number))
  for (const s of schemes.split(',')) {
    const p = await b.newPage({ viewport: { width: w, height: w < 500 ? 812 : 800 }, colorScheme: s, locale: 'en-GB' });
    p.on('console', (m) => ['error'].includes(m.type()) && console.log(m.text().slice(0, 200)));
    await p.goto('http://localhost:4404/p/atelier-llum' + path + '?' + Date.now());
    await p.waitForTimeout(2500);
    await p.screenshot({ path: `/tmp/w/brandshots/${name}-${w}-${s}.png`, fullPage: full === '1' });
    await p.close();
  }
await b.close();
