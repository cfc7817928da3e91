import type { EffectKind } from '../lib/outbox.ts';
import type { EffectRun } from './effect-run.ts';
import { clearFormerFiles } from './clear-files.ts';
import { eraseGallery, erasePhoto } from './erase.ts';
import { eraseAccount } from './erase-account.ts';
import { endExport, exportStudio } from './export-studio.ts';
import { eraseMark, eraseOriginal } from './erase-former.ts';
import { refreshOgPicture } from './og-picture.ts';
import { ingestAgain } from './ingest-again.ts';
import { purgeStudio } from './purge-studio.ts';
import { recheckFormerFiles } from './recheck-files.ts';
import { renderPhotos, renderStudio } from './render-photos.ts';
import { sendArchiveMail } from './send-archive-mail.ts';
import { sendInvite } from './send-invite.ts';
import { sendMessage } from './send-message.ts';
import { sendPersonMail } from './send-person-mail.ts';
import { sendStudioNotice } from './send-studio-notice.ts';
import { sendTeamMail } from './send-team-mail.ts';
import { transferOriginals } from './transfer-originals.ts';

/**
 * How each kind is carried out; forgetting one does not compile. An effect may run again after a crash between doing
 * and noting it, so each looks at the present state first and does what is still missing.
 */
export const EFFECTS: { readonly [K in EffectKind]: (run: EffectRun<K>) => Promise<void> } = {
  'invite.mail': sendInvite,
  'team.invite': sendTeamMail,
  'person.notice': sendPersonMail,
  'archive.mail': sendArchiveMail,
  'message.send': sendMessage,
  'studio.notice': sendStudioNotice,
  'gallery.purge': eraseGallery,
  'account.erase': eraseAccount,
  'account.export': exportStudio,
  'account.export_end': endExport,
  'photo.erase': erasePhoto,
  'photo.ingest': ingestAgain,
  'photos.render': renderPhotos,
  'looks.render': renderStudio,
  'files.clear': clearFormerFiles,
  'files.recheck': recheckFormerFiles,
  'photos.transfer': transferOriginals,
  'original.erase': eraseOriginal,
  'watermark.erase': eraseMark,
  'og.refresh': refreshOgPicture,
  'cdn.purge': purgeStudio,
};
