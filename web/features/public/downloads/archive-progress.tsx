import { useTranslation } from 'react-i18next';
import type { Archive } from '#core/api/archives.ts';
import { Banner } from '#web/components/ui/banner.tsx';
import { Progress } from '#web/components/ui/progress.tsx';
import { formatBytes, formatNumber } from '#web/lib/format.ts';
import { currentLanguage } from '#web/lib/i18n.ts';
import { MailForm } from './mail-form.tsx';

interface ArchiveProgressProps {
  galleryId: string;
  archive: Archive;
  offline: boolean;
}

/** How far the preparing has come: by bytes where there are any, since photos differ in size. */
export function archiveProgress({ doneBytes, totalBytes, doneCount, photoCount }: Archive): number {
  return totalBytes > 0 ? doneBytes / totalBytes : doneCount / Math.max(1, photoCount);
}

export function ArchiveProgress({ galleryId, archive, offline }: ArchiveProgressProps) {
  const { t } = useTranslation('downloads');
  const language = currentLanguage();
  const number = (value: number) => formatNumber(value, language);
  const bytes = (value: number) => formatBytes(value, language);
  const { doneCount, photoCount, doneBytes, totalBytes } = archive;
  return (
    <>
      <Progress
        label={t('preparing.progress', { done: number(doneCount), total: number(photoCount) })}
        value={archiveProgress(archive)}
        {...(totalBytes > 0 && { text: t('preparing.bytes', { done: bytes(doneBytes), total: bytes(totalBytes) }) })}
      />
      {offline && <Banner tone="warning">{t('preparing.offline')}</Banner>}
      <p className="text-soft">{t('preparing.hint')}</p>
      <MailForm galleryId={galleryId} archiveId={archive.id} />
    </>
  );
}
