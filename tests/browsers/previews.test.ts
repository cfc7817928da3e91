import { expect } from 'vitest';
import { makePhotographer } from '../e2e/support/photographer.ts';
import { flow } from './support/flow.ts';

for (const path of ['/app/settings/branding', '/app/website/looks']) {
  flow(
    `styles the previews of ${path} while a service worker controls the page`,
    { widths: ['desktop'], short: ['firefox, desktop'] },
    async (window) => {
      await window.signIn(await makePhotographer());
      await window.underWorker(path);
      const rules = await window.waitFor('a preview', () => {
        const inside = document.querySelector('iframe')?.contentDocument;
        return inside?.querySelector('[inert] *')
          ? [...inside.styleSheets].map((sheet) => sheet.cssRules.length)
          : null;
      });
      // A stylesheet that is refused has none.
      expect(Math.min(...rules)).toBeGreaterThan(0);
    },
  );
}
