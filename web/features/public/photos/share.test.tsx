import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { beforeAll, expect, it } from 'vitest';
import common from '#locales/en/common.json' with { type: 'json' };
import texts from '#locales/en/public.json' with { type: 'json' };
import { ShareNote } from './share.tsx';

const i18n = i18next.createInstance();
beforeAll(() => i18n.init({ lng: 'en', resources: { en: { common, public: texts } } }));

it('ShareNote closes a link to select by a button, and a copied one alone', () => {
  const render = (outcome: 'copied' | 'refused') =>
    renderToStaticMarkup(
      <I18nextProvider i18n={i18n}>
        <ShareNote outcome={outcome} onClose={() => undefined} url={() => 'https://llum.example/g'} />
      </I18nextProvider>,
    );
  expect(render('refused')).toMatch(/https:\/\/llum\.example\/g.*<button[^>]* aria-label="Close"/);
  expect(render('copied')).not.toContain('<button');
});
