import { HOUSE_THEME } from '#core/domain/branding/theme.ts';
import { now, PHOTOGRAPHERS, STUDIO, type MutationCase } from './back-office-case.ts';
import { newId } from './rows.ts';

export const SETTING_CASES: Readonly<Record<string, MutationCase>> = {
  'domains.add': {
    args: () => ({ id: newId(), hostname: 'www.llum.cat', now }),
    may: STUDIO,
    needs: ['domain.manage'],
    stranger: 'done',
  },
  'domains.check': {
    args: ({ domainId }) => ({ id: domainId, now }),
    may: STUDIO,
    needs: ['domain.manage'],
    stranger: 'not_found',
  },
  'domains.remove': {
    args: ({ domainId }) => ({ id: domainId, now }),
    may: STUDIO,
    needs: ['domain.manage'],
    stranger: 'not_found',
  },
  'settings.setPhotographer': {
    args: () => ({ profile: { bio: 'Weddings and people' }, now }),
    may: STUDIO,
    needs: ['account.update'],
    stranger: 'done',
  },
  'settings.setTheme': {
    args: () => ({ theme: HOUSE_THEME, now }),
    may: STUDIO,
    needs: ['account.update'],
    stranger: 'done',
  },
  'settings.removeLogo': {
    args: () => ({ variant: 'light', now }),
    may: STUDIO,
    needs: ['account.update'],
    stranger: 'done',
  },
  'settings.removePhoto': {
    args: () => ({ kind: 'cover', now }),
    may: STUDIO,
    needs: ['account.update'],
    stranger: 'done',
  },
  'settings.lockDays': {
    args: () => ({ days: ['2030-12-25', '2030-12-26'], now }),
    may: PHOTOGRAPHERS,
    needs: ['scheduling.write'],
    stranger: 'done',
  },
  'settings.unlockDays': {
    args: () => ({ days: ['2030-12-26'], now }),
    may: PHOTOGRAPHERS,
    needs: ['scheduling.write'],
    stranger: 'done',
  },
  'settings.setBooking': {
    args: () => ({ rules: { isOpen: true, horizonDays: 30 }, now }),
    may: STUDIO,
    needs: ['account.update'],
    stranger: 'done',
  },
  'settings.setTax': {
    args: () => ({ tax: { name: 'IVA', rate: 2_100 }, now }),
    may: STUDIO,
    needs: ['account.update'],
    stranger: 'done',
  },
  'settings.setMethods': {
    args: () => ({ methods: { online: ['bizum'], cash: true }, now }),
    may: STUDIO,
    needs: ['account.update'],
    stranger: 'done',
  },
  'settings.setProofing': {
    args: () => ({ proofing: { labelNames: { red: 'Album' } }, now }),
    may: STUDIO,
    needs: ['account.update'],
    stranger: 'done',
  },
  'settings.setDelivery': {
    args: () => ({ delivery: { closingReminderDays: 3 }, now }),
    may: STUDIO,
    needs: ['account.update'],
    stranger: 'done',
  },
  'fonts.confirm': {
    args: ({ fontId }) => ({ id: fontId, now }),
    may: STUDIO,
    needs: ['account.update'],
    stranger: 'not_found',
  },
  'fonts.remove': {
    args: ({ fontId }) => ({ id: fontId, now }),
    may: STUDIO,
    needs: ['account.update'],
    stranger: 'not_found',
  },
  'settings.setFirstSteps': {
    args: () => ({ firstSteps: { dismissed: ['profile'] }, now }),
    may: STUDIO,
    needs: ['account.update'],
    stranger: 'done',
  },
  'settings.setNotifications': {
    args: () => ({ notifications: { day: true }, now }),
    may: STUDIO,
    needs: ['account.update'],
    stranger: 'done',
  },
};
