import type { EffectKind } from '../lib/outbox.ts';
import type { EffectRun } from './effect-run.ts';
import { clearRetiredFiles } from './clear-files.ts';
import { eraseGallery, erasePhoto } from './erase.ts';
import { eraseAccount } from './erase-account.ts';
import { deleteExport, exportAccount } from './export-studio.ts';
import { eraseWatermarkImage, eraseOriginal } from './erase-former.ts';
import { refreshOgImage } from './og-picture.ts';
import { reingestPhoto } from './ingest-again.ts';
import { purgeAccountCache } from './purge-studio.ts';
import { recheckRetiredFiles } from './recheck-files.ts';
import { rerenderPhotos, rerenderAccount } from './render-photos.ts';
import { sendArchiveMail } from './send-archive-mail.ts';
import { sendInvite } from './send-invite.ts';
import { sendMessage } from './send-message.ts';
import { sendSecurityMail } from './send-person-mail.ts';
import { sendStudioNotification } from './send-studio-notice.ts';
import { sendTeamMail } from './send-team-mail.ts';
import { transferOriginals } from './transfer-originals.ts';

/**
 * How each kind is carried out; forgetting one does not compile. An effect may run again after a crash between doing
 * and noting it, so each looks at the present state first and does what is still missing.
 */
export const EFFECTS: { readonly [K in EffectKind]: (run: EffectRun<K>) => Promise<void> } = {
  'invite.mail': sendInvite,
  'team.invite': sendTeamMail,
  'person.notice': sendSecurityMail,
  'archive.mail': sendArchiveMail,
  'message.send': sendMessage,
  'studio.notice': sendStudioNotification,
  'gallery.purge': eraseGallery,
  'account.erase': eraseAccount,
  'account.export': exportAccount,
  'account.export_end': deleteExport,
  'photo.erase': erasePhoto,
  'photo.ingest': reingestPhoto,
  'photos.render': rerenderPhotos,
  'looks.render': rerenderAccount,
  'files.clear': clearRetiredFiles,
  'files.recheck': recheckRetiredFiles,
  'photos.transfer': transferOriginals,
  'original.erase': eraseOriginal,
  'watermark.erase': eraseWatermarkImage,
  'og.refresh': refreshOgImage,
  'cdn.purge': purgeAccountCache,
};
