import { defineQueries } from '@rocicorp/zero';
import { accountQueries, teamQueries } from './queries/accounts.ts';
import { contractQueries, questionnaireQueries } from './queries/contracts.ts';
import { automationQueries } from './queries/automations.ts';
import { clientLinkQueries, customerQueries } from './queries/customers.ts';
import { domainQueries } from './queries/domains.ts';
import { fontQueries } from './queries/fonts.ts';
import { galleryQueries, guestUploadQueries } from './queries/galleries.ts';
import { leadQueries } from './queries/leads.ts';
import { locationQueries } from './queries/locations.ts';
import { mentionQueries } from './queries/mentions.ts';
import { messageQueries } from './queries/messages.ts';
import { pageQueries, siteQueries } from './queries/pages.ts';
import { paymentQueries, stripeAccountQueries } from './queries/payments.ts';
import { presetQueries } from './queries/presets.ts';
import { productQueries } from './queries/products.ts';
import { proofingQueries } from './queries/proofing.ts';
import { proposalQueries } from './queries/proposals.ts';
import { sessionTypeQueries } from './queries/session-types.ts';
import { sessionQueries } from './queries/sessions.ts';
import { watermarkQueries } from './queries/watermarks.ts';

/** All queries of the back office. */
export const studioQueries = {
  accounts: accountQueries,
  contracts: contractQueries,
  automations: automationQueries,
  clientLinks: clientLinkQueries,
  customers: customerQueries,
  domains: domainQueries,
  fonts: fontQueries,
  galleries: galleryQueries,
  guestUploads: guestUploadQueries,
  leads: leadQueries,
  locations: locationQueries,
  mentions: mentionQueries,
  messages: messageQueries,
  pages: pageQueries,
  payments: paymentQueries,
  presets: presetQueries,
  products: productQueries,
  proofing: proofingQueries,
  proposals: proposalQueries,
  questionnaires: questionnaireQueries,
  sessions: sessionQueries,
  sessionTypes: sessionTypeQueries,
  site: siteQueries,
  stripeAccounts: stripeAccountQueries,
  team: teamQueries,
  watermarks: watermarkQueries,
};

export const queries = defineQueries(studioQueries);
