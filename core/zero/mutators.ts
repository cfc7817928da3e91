import { defineMutators } from '@rocicorp/zero';
import type { SecurityEventKind } from '../domain/studio/security-events.ts';
import { contractMutators, contractTemplateMutators } from './mutators/contracts.ts';
import { automationMutators } from './mutators/automations.ts';
import { contactMutators } from './mutators/customer-contacts.ts';
import { clientLinkMutators, customerMutators } from './mutators/customers.ts';
import { domainMutators } from './mutators/domains.ts';
import { fontMutators } from './mutators/fonts.ts';
import { galleryMutators } from './mutators/galleries.ts';
import { grantMutators, guestUploadMutators } from './mutators/grants.ts';
import { leadMutators } from './mutators/leads.ts';
import { locationMutators } from './mutators/locations.ts';
import { mailTemplateMutators, messageMutators } from './mutators/messages.ts';
import { pageMutators } from './mutators/pages.ts';
import { productMutators } from './mutators/products.ts';
import { paymentMutators } from './mutators/payments.ts';
import { photoMutators } from './mutators/photos.ts';
import { presetMutators } from './mutators/presets.ts';
import { planMutators } from './mutators/schedule-plans.ts';
import { proposalMutators } from './mutators/proposals.ts';
import { proofingMutators } from './mutators/proofing.ts';
import { questionnaireMutators, questionnaireTemplateMutators } from './mutators/questionnaires.ts';
import { sectionMutators } from './mutators/sections.ts';
import { sessionTypeMutators } from './mutators/session-types.ts';
import { sessionMutators } from './mutators/sessions.ts';
import { settingMutators } from './mutators/settings.ts';
import { siteMutators } from './mutators/site.ts';
import { watermarkMutators } from './mutators/watermarks.ts';

/**
 * All mutators of the back office; the same code runs in the browser and on the server. `functions/zero` adds effects
 * that only the server has (mail, storage, purges).
 */
export const studioMutators = {
  contracts: contractMutators,
  contractTemplates: contractTemplateMutators,
  automations: automationMutators,
  clientLinks: clientLinkMutators,
  contacts: contactMutators,
  customers: customerMutators,
  domains: domainMutators,
  fonts: fontMutators,
  galleries: galleryMutators,
  grants: grantMutators,
  guestUploads: guestUploadMutators,
  leads: leadMutators,
  locations: locationMutators,
  mailTemplates: mailTemplateMutators,
  messages: messageMutators,
  pages: pageMutators,
  payments: paymentMutators,
  photos: photoMutators,
  plans: planMutators,
  presets: presetMutators,
  products: productMutators,
  proofing: proofingMutators,
  proposals: proposalMutators,
  questionnaires: questionnaireMutators,
  questionnaireTemplates: questionnaireTemplateMutators,
  sections: sectionMutators,
  sessions: sessionMutators,
  sessionTypes: sessionTypeMutators,
  settings: settingMutators,
  site: siteMutators,
  watermarks: watermarkMutators,
};

export const mutators = defineMutators(studioMutators);

/** Returns the security event that a call of a mutator is, see `StudioMutator`; null for most. */
export function securityEventOf(name: string, args: unknown): SecurityEventKind | null {
  const [noun = '', verb = ''] = name.split('.');
  return TABLES[noun]?.[verb]?.securityEventOf?.(args) ?? null;
}

const TABLES: Readonly<
  Record<string, Readonly<Record<string, { securityEventOf?: (args: unknown) => SecurityEventKind | null }>>>
> = studioMutators;
