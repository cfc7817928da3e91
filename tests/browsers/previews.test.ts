import { expect } from 'vitest';
import { makePhotographer } from '../e2e/support/photographer.ts';
import { flow } from './support/flow.ts';

for (const path of ['/app/settings/branding', '/app/website/looks']) {
  flow(
    `styles the previews of ${path} while a service worker controls the page`,
    {
      widths: ['desktop'],
      expected: [/NetworkError when attempting to fetch/],
      short: path.endsWith('branding') ? ['firefox, desktop'] : [],
    },
    async (window) => {
      await window.signIn(await makePhotographer());
      await window.underWorker(path);
      const rules = await window.waitFor('a preview', () => {
        const inside = document.querySelector('iframe')?.contentDocument;
        // In WebKit the list has the adopted ones, too, which have no address.
        const linked = [...(inside?.styleSheets ?? [])].filter(({ href }) => href !== null);
        return inside?.querySelector('[inert] *') ? linked.map((sheet) => sheet.cssRules.length) : null;
      });
      expect(rules).toHaveLength(1);
      // A stylesheet that is refused has none.
      expect(rules[0]).toBeGreaterThan(0);
    },
  );
}
