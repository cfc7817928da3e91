import { createBuilder, createSchema, relationships } from '@rocicorp/zero';
import type { Ctx } from './context.ts';
import { accountMembers, accounts, accountUsage } from './tables/accounts.ts';
import { customers } from './tables/customers.ts';
import { galleries, galleryStats } from './tables/galleries.ts';
import { galleryEvents } from './tables/gallery-events.ts';
import { grants } from './tables/grants.ts';
import { photoReplacements, photos, photoStats } from './tables/photos.ts';
import { galleryPresets } from './tables/presets.ts';
import { gallerySections } from './tables/sections.ts';
import { securityEvents } from './tables/security-events.ts';
import { currency, settings } from './tables/settings.ts';
import { teamInvites } from './tables/team.ts';
import { watermarks } from './tables/watermarks.ts';

const accountRelations = relationships(accounts, ({ many, one }) => ({
  members: many({ sourceField: ['id'], destField: ['accountId'], destSchema: accountMembers }),
  // Not "settings": that is a column of accounts, and a relationship may not take its name.
  settingRows: many({ sourceField: ['id'], destField: ['accountId'], destSchema: settings }),
  currency: one({ sourceField: ['id'], destField: ['accountId'], destSchema: currency }),
  usage: one({ sourceField: ['id'], destField: ['accountId'], destSchema: accountUsage }),
}));

const memberRelations = relationships(accountMembers, ({ one }) => ({
  account: one({ sourceField: ['accountId'], destField: ['id'], destSchema: accounts }),
}));

const customerRelations = relationships(customers, ({ many }) => ({
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
  events: many({ sourceField: ['id'], destField: ['galleryId'], destSchema: galleryEvents }),
}));

const photoRelations = relationships(photos, ({ one }) => ({
  gallery: one({ sourceField: ['galleryId'], destField: ['id'], destSchema: galleries }),
  stats: one({ sourceField: ['id'], destField: ['photoId'], destSchema: photoStats }),
  replacement: one({ sourceField: ['id'], destField: ['photoId'], destSchema: photoReplacements }),
}));

const eventRelations = relationships(galleryEvents, ({ one }) => ({
  photo: one({ sourceField: ['photoId'], destField: ['id'], destSchema: photos }),
  grant: one({ sourceField: ['grantId'], destField: ['id'], destSchema: grants }),
}));

const watermarkRelations = relationships(watermarks, ({ many }) => ({
  galleries: many({ sourceField: ['id'], destField: ['watermarkId'], destSchema: galleries }),
}));

const grantRelations = relationships(grants, ({ one }) => ({
  gallery: one({ sourceField: ['galleryId'], destField: ['id'], destSchema: galleries }),
}));

/** What the back office syncs: exactly the tables of the publication `zero_studio`, held so by a test. */
export const schema = createSchema({
  tables: [
    accounts,
    accountMembers,
    accountUsage,
    currency,
    customers,
    galleries,
    galleryEvents,
    galleryPresets,
    gallerySections,
    galleryStats,
    grants,
    photoReplacements,
    photoStats,
    photos,
    securityEvents,
    settings,
    teamInvites,
    watermarks,
  ],
  relationships: [
    accountRelations,
    memberRelations,
    customerRelations,
    galleryRelations,
    photoRelations,
    eventRelations,
    watermarkRelations,
    grantRelations,
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
