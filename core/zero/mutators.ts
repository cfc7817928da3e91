import { defineMutators } from '@rocicorp/zero';
import { customerMutators } from './mutators/customers.ts';
import { galleryMutators } from './mutators/galleries.ts';
import { grantMutators } from './mutators/grants.ts';
import { mailTemplateMutators, messageMutators } from './mutators/messages.ts';
import { photoMutators } from './mutators/photos.ts';
import { presetMutators } from './mutators/presets.ts';
import { sectionMutators } from './mutators/sections.ts';
import { sessionMutators } from './mutators/sessions.ts';
import { settingMutators } from './mutators/settings.ts';
import { watermarkMutators } from './mutators/watermarks.ts';
import { refuseQuietlyInReplays } from './replays.ts';

/**
 * Every change of the back office, by name; the same code runs in the browser and on the server. What only the
 * server does (mail, storage, purges) is added in `functions/zero`.
 */
export const mutators = defineMutators({
  customers: refuseQuietlyInReplays(customerMutators),
  galleries: refuseQuietlyInReplays(galleryMutators),
  grants: refuseQuietlyInReplays(grantMutators),
  mailTemplates: refuseQuietlyInReplays(mailTemplateMutators),
  messages: refuseQuietlyInReplays(messageMutators),
  photos: refuseQuietlyInReplays(photoMutators),
  presets: refuseQuietlyInReplays(presetMutators),
  sections: refuseQuietlyInReplays(sectionMutators),
  sessions: refuseQuietlyInReplays(sessionMutators),
  settings: refuseQuietlyInReplays(settingMutators),
  watermarks: refuseQuietlyInReplays(watermarkMutators),
});
