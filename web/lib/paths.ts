import { galleryLink } from '#core/domain/galleries/gallery-link.ts';

/** Paths of the back office. */
export const paths = {
  landing: '/',
  login: '/login',
  auth: '/app/auth',
  resetPassword: '/reset-password',
  home: '/app',
  insights: '/app/insights',
  newAccount: '/app/studios/new',
  galleries: '/app/galleries',
  newGallery: '/app/galleries/new',
  importGalleries: '/app/galleries/import',
  trash: '/app/galleries/trash',
  gallery: '/app/galleries/:galleryId',
  editGallery: '/app/galleries/:galleryId/edit',
  galleryDesign: '/app/galleries/:galleryId/design',
  gallerySettings: '/app/galleries/:galleryId/settings',
  galleryAccess: '/app/galleries/:galleryId/access',
  galleryProofing: '/app/galleries/:galleryId/proofing',
  galleryActivity: '/app/galleries/:galleryId/activity',
  clients: '/app/clients',
  clientsDashboard: '/app/clients/dashboard',
  customers: '/app/clients/customers',
  newCustomer: '/app/clients/customers/new',
  importCustomers: '/app/clients/customers/import',
  duplicateCustomers: '/app/clients/customers/duplicates',
  customersTrash: '/app/clients/customers/trash',
  customer: '/app/clients/customers/:customerId',
  leads: '/app/clients/inquiries',
  lead: '/app/clients/inquiries/:leadId',
  sessions: '/app/clients/sessions',
  newSession: '/app/clients/sessions/new',
  importSessions: '/app/clients/sessions/import',
  sessionsTrash: '/app/clients/sessions/trash',
  session: '/app/clients/sessions/:sessionId',
  payments: '/app/clients/payments',
  order: '/app/clients/payments/:orderId',
  proposals: '/app/clients/proposals',
  proposal: '/app/clients/proposals/:proposalId',
  scheduling: '/app/scheduling',
  sessionTypes: '/app/scheduling/types',
  products: '/app/scheduling/products',
  sessionType: '/app/scheduling/types/:sessionTypeId',
  documents: '/app/scheduling/documents',
  contractTemplate: '/app/scheduling/documents/contracts/:templateId',
  questionnaireTemplate: '/app/scheduling/documents/questionnaires/:templateId',
  site: '/app/website',
  siteLooks: '/app/website/looks',
  sitePage: '/app/website/pages/:pageId',
  siteReleases: '/app/website/releases',
  settings: '/app/settings',
  locations: '/app/settings/locations',
  booking: '/app/settings/booking',
  domain: '/app/settings/domain',
  siteSettings: '/app/settings/website',
  money: '/app/settings/money',
  cardPayments: '/app/settings/card-payments',
  mails: '/app/settings/mails',
  mail: '/app/settings/mails/:kind',
  notifications: '/app/settings/notifications',
  data: '/app/settings/data',
  usage: '/app/settings/usage',
  integrations: '/app/settings/integrations',
  webhook: '/app/settings/integrations/webhooks/:webhookId',
  presets: '/app/settings/presets',
  preset: '/app/settings/presets/:presetId',
  branding: '/app/settings/branding',
  watermarks: '/app/settings/watermarks',
  watermark: '/app/settings/watermarks/:watermarkId',
  team: '/app/settings/team',
  security: '/app/settings/security',
  securityLog: '/app/settings/security-log',
  join: '/app/join/:inviteId',
  goodbye: '/app/goodbye',
  unauthorized: '/app/unauthorized',
} as const;

/** API documentation for developers; a public page outside the back office. */
export const DEVELOPERS_PATH = '/developers';

/** Returns a path with these values; written here because the router is not part of the sign-in page. */
const generatePath = (path: string, values: Readonly<Record<string, string>>): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));

type GalleryPath =
  | 'gallery'
  | 'galleryDesign'
  | 'gallerySettings'
  | 'galleryAccess'
  | 'galleryProofing'
  | 'galleryActivity';

export const galleryHref = (galleryId: string, tab: GalleryPath = 'gallery'): string =>
  generatePath(paths[tab], { galleryId });

export const presetHref = (presetId: string): string => generatePath(paths.preset, { presetId });
export const mailHref = (kind: string): string => generatePath(paths.mail, { kind });
export const watermarkHref = (watermarkId: string): string => generatePath(paths.watermark, { watermarkId });
export const webhookHref = (webhookId: string): string => generatePath(paths.webhook, { webhookId });
export const joinHref = (inviteId: string): string => generatePath(paths.join, { inviteId });
export const sitePageHref = (pageId: string): string => generatePath(paths.sitePage, { pageId });
export const customerHref = (customerId: string): string => generatePath(paths.customer, { customerId });
export const leadHref = (leadId: string): string => generatePath(paths.lead, { leadId });
export const sessionHref = (sessionId: string): string => generatePath(paths.session, { sessionId });
export const proposalHref = (proposalId: string): string => generatePath(paths.proposal, { proposalId });
export const orderHref = (orderId: string): string => generatePath(paths.order, { orderId });
export const sessionTypeHref = (sessionTypeId: string): string => generatePath(paths.sessionType, { sessionTypeId });

/** Path of what a payment is for: its session, or its order without one. */
export const paymentHref = ({ sessionId, orderId }: { sessionId: string | null; orderId: string | null }): string =>
  sessionId === null ? orderHref(orderId ?? '') : sessionHref(sessionId);

/** Path of the form for a new session, with the client or time if known. */
export const newSessionHref = (known: { customerId?: string; date?: number } = {}): string => {
  const query = new URLSearchParams();
  if (known.customerId) query.set('client', known.customerId);
  if (known.date !== undefined) query.set('date', String(known.date));
  return query.size > 0 ? `${paths.newSession}?${query.toString()}` : paths.newSession;
};
/** Path of a gallery's public page. A separate entry of the site: load it as a page, do not route to it. */
export const publicGalleryHref = (slug: string, gallery: { id: string; name: string }): string =>
  `/p/${slug}/${galleryLink(gallery)}`;

/** Absolute URL of the page on which guests add photos. */
export const guestUploadUrl = (slug: string, token: string): string => `${location.origin}/p/${slug}/add/${token}`;

/** Absolute URL of a gallery's public page, to be shared. */
export const publicGalleryUrl = (slug: string, gallery: { id: string; name: string }): string =>
  location.origin + publicGalleryHref(slug, gallery);
