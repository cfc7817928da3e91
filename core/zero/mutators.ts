import { defineMutators } from '@rocicorp/zero';
import { customerMutators } from './mutators/customers.ts';
import { galleryMutators } from './mutators/galleries.ts';
import { grantMutators } from './mutators/grants.ts';
import { locationMutators } from './mutators/locations.ts';
import { mailTemplateMutators, messageMutators } from './mutators/messages.ts';
import { paymentMutators } from './mutators/payments.ts';
import { photoMutators } from './mutators/photos.ts';
import { presetMutators } from './mutators/presets.ts';
import { planMutators } from './mutators/schedule-plans.ts';
import { sectionMutators } from './mutators/sections.ts';
import { sessionTypeMutators } from './mutators/session-types.ts';
import { sessionMutators } from './mutators/sessions.ts';
import { settingMutators } from './mutators/settings.ts';
import { watermarkMutators } from './mutators/watermarks.ts';
import { ignoreErrorsOnRebase } from './rebase.ts';

/**
 * All mutators of the back office; the same code runs in the browser and on the server. `functions/zero` adds effects
 * that only the server has (mail, storage, purges).
 */
export const mutators = defineMutators({
  customers: ignoreErrorsOnRebase(customerMutators),
  galleries: ignoreErrorsOnRebase(galleryMutators),
  grants: ignoreErrorsOnRebase(grantMutators),
  locations: ignoreErrorsOnRebase(locationMutators),
  mailTemplates: ignoreErrorsOnRebase(mailTemplateMutators),
  messages: ignoreErrorsOnRebase(messageMutators),
  payments: ignoreErrorsOnRebase(paymentMutators),
  photos: ignoreErrorsOnRebase(photoMutators),
  plans: ignoreErrorsOnRebase(planMutators),
  presets: ignoreErrorsOnRebase(presetMutators),
  sections: ignoreErrorsOnRebase(sectionMutators),
  sessions: ignoreErrorsOnRebase(sessionMutators),
  sessionTypes: ignoreErrorsOnRebase(sessionTypeMutators),
  settings: ignoreErrorsOnRebase(settingMutators),
  watermarks: ignoreErrorsOnRebase(watermarkMutators),
});
