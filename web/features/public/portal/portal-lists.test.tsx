import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '#core/domain/values/durations.ts';
import portal from '#locales/en/portal.json' with { type: 'json' };
import { UpcomingSessions } from './portal-lists.tsx';

const i18n = i18next.createInstance();
beforeAll(() => i18n.init({ lng: 'en', resources: { en: { portal } } }));

const start = Date.now() + DAY_MS;
const SESSION = { id: 's1', type: 'Portrait', start, end: start + DAY_MS, place: '', status: 'scheduled' };
const WITHDRAWN = { state: 'declared', at: 1, endsOrder: true };

it.each([
  ['View or change', {}],
  ['View or change', { status: 'inquiry' }],
  ['View session', { withdrawal: WITHDRAWN }],
])('offers to "%s" an upcoming session with %o', (label, facts) => {
  const data = { studio: { timeZone: 'Europe/Madrid' }, currency: 'EUR', upcoming: [{ ...SESSION, ...facts }] };
  const html = renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <UpcomingSessions {...({ data, busy: null } as unknown as Parameters<typeof UpcomingSessions>[0])} />
    </I18nextProvider>,
  );
  const button = /<button.*<\/button>/.exec(html)![0];
  expect(button).toContain(`aria-label="${label}: Portrait, `);
  expect(button).toContain(`>${label}</button>`);
});
