import { createBuilder, createSchema, relationships } from '@rocicorp/zero';
import type { Ctx } from './context.ts';
import {
  billingRelations,
  orderRelations,
  orderTotalRelations,
  paymentRelations,
  proposalRelations,
} from './money-relations.ts';
import {
  accountExports,
  accountMembers,
  accounts,
  accountUsage,
  currency,
  securityEvents,
  settings,
  teamInvites,
} from './tables/accounts.ts';
import {
  contracts,
  contractSigners,
  contractTemplates,
  questionnaires,
  questionnaireTemplates,
} from './tables/contracts.ts';
import { contractRelations, messageRelations, questionnaireRelations, signerRelations } from './relations.ts';
import { automationRuns, automationSteps } from './tables/automations.ts';
import { clientLinks, customerContacts, customers, customerStats, dismissedDuplicates } from './tables/customers.ts';
import { domains } from './tables/domains.ts';
import { customFonts } from './tables/fonts.ts';
import { galleries, gallerySections, galleryStats, grants, guestPhotos, guestUploadLinks } from './tables/galleries.ts';
import { leads } from './tables/leads.ts';
import { locations } from './tables/locations.ts';
import { mailTemplates, messages } from './tables/messages.ts';
import { orderInstalments, orderLines, orders, orderTotals } from './tables/orders.ts';
import { customerBalances, payments, revenueMonths, sessionBilling, stripeAccounts } from './tables/payments.ts';
import {
  cmsSettings,
  pages,
  sitePhotoPermissions,
  siteRedirects,
  siteReleases,
  siteScriptVersions,
  siteState,
} from './tables/pages.ts';
import { photoReplacements, photos, photoStats } from './tables/photos.ts';
import { galleryPresets } from './tables/presets.ts';
import { products } from './tables/products.ts';
import { proposalLines, proposals } from './tables/proposals.ts';
import {
  galleryPeople,
  listPeople,
  photoComments,
  pickListPrices,
  pickLists,
  pickRoundCharges,
  pickRounds,
  picks,
} from './tables/proofing.ts';
import { schedulePlans, sessionTypePrices, sessionTypes } from './tables/session-types.ts';
import { sessionEvents, sessions } from './tables/sessions.ts';
import { watermarks } from './tables/watermarks.ts';

const accountRelations = relationships(accounts, ({ many, one }) => ({
  members: many({ sourceField: ['id'], destField: ['accountId'], destSchema: accountMembers }),
  // Not "settings": accounts have a column of this name, and relationship names must differ from columns.
  settingRows: many({ sourceField: ['id'], destField: ['accountId'], destSchema: settings }),
  currency: one({ sourceField: ['id'], destField: ['accountId'], destSchema: currency }),
  usage: one({ sourceField: ['id'], destField: ['accountId'], destSchema: accountUsage }),
}));

const customerRelations = relationships(customers, ({ many, one }) => ({
  stats: one({ sourceField: ['id'], destField: ['customerId'], destSchema: customerStats }),
  contacts: many({ sourceField: ['id'], destField: ['customerId'], destSchema: customerContacts }),
  balances: many({ sourceField: ['id'], destField: ['customerId'], destSchema: customerBalances }),
  sessions: many({ sourceField: ['id'], destField: ['customerId'], destSchema: sessions }),
  payments: many({ sourceField: ['id'], destField: ['customerId'], destSchema: payments }),
  galleries: many({ sourceField: ['id'], destField: ['customerId'], destSchema: galleries }),
}));

const galleryRelations = relationships(galleries, ({ many, one }) => ({
  customer: one({ sourceField: ['customerId'], destField: ['id'], destSchema: customers }),
  stats: one({ sourceField: ['id'], destField: ['galleryId'], destSchema: galleryStats }),
  coverPhoto: one({ sourceField: ['coverPhotoId'], destField: ['id'], destSchema: photos }),
  photos: many({ sourceField: ['id'], destField: ['galleryId'], destSchema: photos }),
  sections: many({ sourceField: ['id'], destField: ['galleryId'], destSchema: gallerySections }),
  watermark: one({ sourceField: ['watermarkId'], destField: ['id'], destSchema: watermarks }),
  grants: many({ sourceField: ['id'], destField: ['galleryId'], destSchema: grants }),
  lists: many({ sourceField: ['id'], destField: ['galleryId'], destSchema: pickLists }),
  people: many({ sourceField: ['id'], destField: ['galleryId'], destSchema: galleryPeople }),
}));

const guestPhotoRelations = relationships(guestPhotos, ({ one }) => ({
  photo: one({ sourceField: ['photoId'], destField: ['id'], destSchema: photos }),
}));

const personRelations = relationships(galleryPeople, ({ one }) => ({
  grant: one({ sourceField: ['grantId'], destField: ['id'], destSchema: grants }),
}));

const listRelations = relationships(pickLists, ({ many, one }) => ({
  gallery: one({ sourceField: ['galleryId'], destField: ['id'], destSchema: galleries }),
  owner: one({ sourceField: ['ownerPersonId'], destField: ['id'], destSchema: galleryPeople }),
  price: one({ sourceField: ['id'], destField: ['listId'], destSchema: pickListPrices }),
  people: many({ sourceField: ['id'], destField: ['listId'], destSchema: listPeople }),
  picks: many({ sourceField: ['id'], destField: ['listId'], destSchema: picks }),
  rounds: many({ sourceField: ['id'], destField: ['listId'], destSchema: pickRounds }),
  charges: many({ sourceField: ['id'], destField: ['listId'], destSchema: pickRoundCharges }),
}));

const pickRelations = relationships(picks, ({ one }) => ({
  list: one({ sourceField: ['listId'], destField: ['id'], destSchema: pickLists }),
}));

const chargeRelations = relationships(pickRoundCharges, ({ one }) => ({
  payment: one({ sourceField: ['paymentId'], destField: ['id'], destSchema: payments }),
}));

const commentRelations = relationships(photoComments, ({ one }) => ({
  photo: one({ sourceField: ['photoId'], destField: ['id'], destSchema: photos }),
  person: one({ sourceField: ['personId'], destField: ['id'], destSchema: galleryPeople }),
}));

const photoRelations = relationships(photos, ({ many, one }) => ({
  comments: many({ sourceField: ['id'], destField: ['photoId'], destSchema: photoComments }),
  gallery: one({ sourceField: ['galleryId'], destField: ['id'], destSchema: galleries }),
  stats: one({ sourceField: ['id'], destField: ['photoId'], destSchema: photoStats }),
  replacement: one({ sourceField: ['id'], destField: ['photoId'], destSchema: photoReplacements }),
  sitePermission: one({ sourceField: ['id'], destField: ['photoId'], destSchema: sitePhotoPermissions }),
}));

const watermarkRelations = relationships(watermarks, ({ many }) => ({
  galleries: many({ sourceField: ['id'], destField: ['watermarkId'], destSchema: galleries }),
}));

const grantRelations = relationships(grants, ({ one }) => ({
  gallery: one({ sourceField: ['galleryId'], destField: ['id'], destSchema: galleries }),
}));

const sessionRelations = relationships(sessions, ({ many, one }) => ({
  customer: one({ sourceField: ['customerId'], destField: ['id'], destSchema: customers }),
  sessionType: one({ sourceField: ['sessionTypeId'], destField: ['id'], destSchema: sessionTypes }),
  savedLocation: one({ sourceField: ['locationId'], destField: ['id'], destSchema: locations }),
  gallery: one({ sourceField: ['galleryId'], destField: ['id'], destSchema: galleries }),
  billing: one({ sourceField: ['id'], destField: ['sessionId'], destSchema: sessionBilling }),
  payments: many({ sourceField: ['id'], destField: ['sessionId'], destSchema: payments }),
  events: many({ sourceField: ['id'], destField: ['sessionId'], destSchema: sessionEvents }),
  contracts: many({ sourceField: ['id'], destField: ['sessionId'], destSchema: contracts }),
  questionnaires: many({ sourceField: ['id'], destField: ['sessionId'], destSchema: questionnaires }),
  runs: many({ sourceField: ['id'], destField: ['sessionId'], destSchema: automationRuns }),
  messages: many({ sourceField: ['id'], destField: ['sessionId'], destSchema: messages }),
}));

const sessionTypeRelations = relationships(sessionTypes, ({ many, one }) => ({
  price: one({ sourceField: ['id'], destField: ['sessionTypeId'], destSchema: sessionTypePrices }),
  plans: many({ sourceField: ['id'], destField: ['sessionTypeId'], destSchema: schedulePlans }),
  steps: many({ sourceField: ['id'], destField: ['sessionTypeId'], destSchema: automationSteps }),
}));

const planRelations = relationships(schedulePlans, ({ one }) => ({
  sessionType: one({ sourceField: ['sessionTypeId'], destField: ['id'], destSchema: sessionTypes }),
  savedLocation: one({ sourceField: ['locationId'], destField: ['id'], destSchema: locations }),
}));

const locationRelations = relationships(locations, ({ many }) => ({
  sessions: many({ sourceField: ['id'], destField: ['locationId'], destSchema: sessions }),
  plans: many({ sourceField: ['id'], destField: ['locationId'], destSchema: schedulePlans }),
}));

const runRelations = relationships(automationRuns, ({ one }) => ({
  session: one({ sourceField: ['sessionId'], destField: ['id'], destSchema: sessions }),
  step: one({ sourceField: ['stepId'], destField: ['id'], destSchema: automationSteps }),
  message: one({ sourceField: ['messageId'], destField: ['id'], destSchema: messages }),
}));

const leadRelations = relationships(leads, ({ one }) => ({
  customer: one({ sourceField: ['customerId'], destField: ['id'], destSchema: customers }),
  session: one({ sourceField: ['sessionId'], destField: ['id'], destSchema: sessions }),
  sessionType: one({ sourceField: ['sessionTypeId'], destField: ['id'], destSchema: sessionTypes }),
}));

const redirectRelations = relationships(siteRedirects, ({ one }) => ({
  page: one({ sourceField: ['pageId'], destField: ['id'], destSchema: pages }),
}));

const sessionEventRelations = relationships(sessionEvents, ({ one }) => ({
  session: one({ sourceField: ['sessionId'], destField: ['id'], destSchema: sessions }),
}));

/** Tables that the back office syncs: exactly those of the publication `zero_studio`, as a test checks. */
export const schema = createSchema({
  tables: [
    accounts,
    accountExports,
    accountMembers,
    accountUsage,
    automationRuns,
    automationSteps,
    clientLinks,
    cmsSettings,
    contracts,
    contractSigners,
    contractTemplates,
    currency,
    customerBalances,
    customerContacts,
    customers,
    customerStats,
    customFonts,
    dismissedDuplicates,
    domains,
    galleries,
    galleryPeople,
    galleryPresets,
    gallerySections,
    galleryStats,
    grants,
    guestPhotos,
    guestUploadLinks,
    leads,
    listPeople,
    locations,
    mailTemplates,
    messages,
    orderInstalments,
    orderLines,
    orders,
    orderTotals,
    pages,
    payments,
    photoComments,
    photoReplacements,
    photoStats,
    photos,
    pickListPrices,
    pickLists,
    pickRoundCharges,
    pickRounds,
    picks,
    products,
    proposalLines,
    proposals,
    questionnaires,
    questionnaireTemplates,
    revenueMonths,
    schedulePlans,
    securityEvents,
    sessionBilling,
    sessionEvents,
    sessions,
    sessionTypePrices,
    sessionTypes,
    settings,
    sitePhotoPermissions,
    siteRedirects,
    siteReleases,
    siteScriptVersions,
    siteState,
    stripeAccounts,
    teamInvites,
    watermarks,
  ],
  relationships: [
    accountRelations,
    customerRelations,
    galleryRelations,
    photoRelations,
    watermarkRelations,
    grantRelations,
    guestPhotoRelations,
    personRelations,
    listRelations,
    pickRelations,
    chargeRelations,
    commentRelations,
    sessionRelations,
    contractRelations,
    signerRelations,
    questionnaireRelations,
    billingRelations,
    paymentRelations,
    orderRelations,
    orderTotalRelations,
    proposalRelations,
    sessionTypeRelations,
    planRelations,
    runRelations,
    leadRelations,
    locationRelations,
    messageRelations,
    redirectRelations,
    sessionEventRelations,
  ],
});
export type Schema = typeof schema;

export const zql = createBuilder(schema);

declare module '@rocicorp/zero' {
  interface DefaultTypes {
    schema: typeof schema;
    context: Ctx | undefined;
  }
}
