import { defineMutators } from '@rocicorp/zero';
import { studioMutators } from '#core/zero/mutators.ts';
import { settingEffects } from '../accounts/effects.ts';
import { contractEffects } from '../contracts/effects.ts';
import { automationEffects } from '../automations/effects.ts';
import { clientLinkEffects } from '../portal/effects.ts';
import { customerEffects } from '../customers/effects.ts';
import { domainEffects } from '../domains/effects.ts';
import { fontEffects } from '../fonts/effects.ts';
import { galleryEffects } from '../galleries/effects.ts';
import { leadEffects } from '../leads/effects.ts';
import { messageEffects } from '../messages/effects.ts';
import { paymentEffects } from '../payments/effects.ts';
import { proofingEffects } from '../proofing/effects.ts';
import { proposalEffects } from '../proposals/effects.ts';
import { sessionEffects } from '../sessions/effects.ts';
import { withdrawalEffects } from '../sessions/withdrawal-effects.ts';
import { siteEffects } from '../site/effects.ts';

/** The shared mutators, some of them with effects that only the server has. */
export const serverMutators = defineMutators(studioMutators, {
  ...contractEffects,
  ...automationEffects,
  ...clientLinkEffects,
  ...customerEffects,
  ...domainEffects,
  ...fontEffects,
  ...galleryEffects,
  ...leadEffects,
  ...messageEffects,
  payments: { ...paymentEffects.payments, ...withdrawalEffects.payments },
  ...proofingEffects,
  ...proposalEffects,
  ...sessionEffects,
  ...siteEffects,
  ...settingEffects,
});
