import { fonts } from '#core/api/fonts.ts';
import type { Figure } from '../../bench/figure.ts';
import type { ApiStack } from '../../support/api.ts';
import { makeStudio, type Studio } from '../../support/studio.ts';
import type { CampaignOptions } from '../campaign.ts';
import { refusalOf } from './api.ts';
import { type Gate, sendFiles } from './files.ts';
import { fontBombs, fontFormats } from './font-files.ts';

/** Uploads mutated fonts and bombs to the API. */
export async function mutateFonts(api: ApiStack, options: CampaignOptions): Promise<Figure[]> {
  const gate = await fontGate(api, await makeStudio(api));
  return sendFiles(gate, options.isMiniature ? 4 : 800, options);
}

async function fontGate(api: ApiStack, studio: Studio): Promise<Gate> {
  const formats = await fontFormats();
  return {
    name: 'fonts',
    formats,
    bombs: await fontBombs(),
    good: formats[0]!.seeds[0]!,
    async send(bytes, format) {
      // A studio has at most twenty fonts, and sixty attempts an hour.
      await api.db.pool.query('delete from custom_fonts where account_id = $1', [studio.id]);
      await api.db.pool.query('delete from rate_limits');
      const body = new FormData();
      body.set('font', new File([new Uint8Array(bytes)], `Hostile.${format}`));
      const answer = await api.call('POST', fonts.upload.path, { as: studio.owner, account: studio.id, body });
      if (answer.status !== fonts.upload.status) return refusalOf(answer);
      answer.read(fonts.upload);
      return 'accepted';
    },
  };
}
