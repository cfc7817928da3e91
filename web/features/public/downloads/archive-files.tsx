import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Archive } from '#core/api/archives.ts';
import { buttonClass } from '#web/components/ui/button-class.ts';
import { formatBytes, formatDate } from '#web/lib/format.ts';
import { currentLanguage } from '#web/lib/i18n.ts';

interface ArchiveFilesProps {
  galleryId: string;
  archive: Archive;
  /** Somebody waits for it: a single file begins by itself. */
  fresh: boolean;
  timeZone: string;
}

export function partHref(galleryId: string, archiveId: string, part: number): string {
  return `/api/p/${encodeURIComponent(galleryId)}/archives/${encodeURIComponent(archiveId)}/parts/${part}`;
}

/** The files of a download that is ready. */
export function ArchiveFiles({ galleryId, archive, fresh, timeZone }: ArchiveFilesProps) {
  const { t } = useTranslation('downloads');
  const language = currentLanguage();
  const { id, parts, expiresAt } = archive;
  const single = parts.length === 1;
  const only = useRef<HTMLAnchorElement>(null);
  const begins = fresh && single;
  useEffect(() => {
    // Browsers ask for leave before a page saves several files, so only one begins by itself.
    if (begins) only.current?.click();
  }, [begins, id]);
  return (
    <>
      {!single && <p className="text-soft">{t('ready.parts', { count: parts.length })}</p>}
      <ul className="flex flex-col gap-3">
        {parts.map(({ filename, size, photoCount }, index) => (
          <li key={filename} className="flex flex-col gap-1.5">
            <a
              ref={index === 0 ? only : undefined}
              href={partHref(galleryId, id, index)}
              // The server names the file and answers as an attachment; the attribute keeps the page where it is.
              download={filename}
              className={buttonClass({ variant: single ? 'primary' : 'secondary' })}
            >
              {single ? t('ready.file') : t('ready.part', { number: index + 1 })}
            </a>
            <p className="text-caption wrap-anywhere text-soft">
              {`${filename} · ${t('ready.detail', { count: photoCount, size: formatBytes(size, language) })}`}
            </p>
          </li>
        ))}
      </ul>
      {begins && <p className="text-soft">{t('ready.begun')}</p>}
      {expiresAt !== null && (
        <p className="text-soft">{t('ready.until', { date: formatDate(expiresAt, language, timeZone) })}</p>
      )}
    </>
  );
}
