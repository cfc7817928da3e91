import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Archive } from '#core/api/archives.ts';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Progress } from '#web/components/ui/feedback/progress.tsx';
import { Button, buttonClass } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { currentLanguage } from '#web/lib/i18n/i18n.ts';
import { useFailureText } from '../shell/failure.ts';
import { useApi } from '../shell/public-api.ts';

interface MailFormProps {
  galleryId: string;
  archiveId: string;
}

/** Asks for an email address to notify once the download is ready. */
function MailForm({ galleryId, archiveId }: MailFormProps) {
  const { t } = useTranslation('downloads');
  const api = useApi();
  const failureText = useFailureText();
  const [email, setEmail] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const address = email.trim();
    if (!/.@./.test(address)) return setError(t('mail.missing'));
    setBusy(true);
    try {
      await api.notify(galleryId, archiveId, { email: address, language: currentLanguage() });
      setSentTo(address);
    } catch (failure) {
      setError(failureText(failure));
    } finally {
      setBusy(false);
    }
  };
  if (sentTo !== null) return <output className="block wrap-anywhere">{t('mail.sent', { email: sentTo })}</output>;
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-3">
      <Field label={t('mail.label')} error={error}>
        <TextInput
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={320}
          value={email}
          onChange={(event) => {
            setEmail(event.target.value);
            setError(undefined);
          }}
        />
      </Field>
      <Button type="submit" loading={busy} className="self-start">
        {t('mail.send')}
      </Button>
    </form>
  );
}

interface ArchiveProgressProps {
  galleryId: string;
  archive: Archive;
  offline: boolean;
}

/** Returns the progress from 0 to 1. Counts bytes if they are known, because photos differ in size. */
export function archiveProgress({ doneBytes, totalBytes, doneCount, photoCount }: Archive): number {
  return totalBytes > 0 ? doneBytes / totalBytes : doneCount / Math.max(1, photoCount);
}

export function ArchiveProgress({ galleryId, archive, offline }: ArchiveProgressProps) {
  const { t } = useTranslation('downloads');
  const format = useFormat();
  const { doneCount, photoCount, doneBytes, totalBytes } = archive;
  return (
    <>
      <Progress
        label={t('preparing.progress', {
          count: photoCount,
          done: format.number(doneCount),
          total: format.number(photoCount),
        })}
        value={archiveProgress(archive)}
        {...(totalBytes > 0 && {
          text: t('preparing.bytes', { done: format.bytes(doneBytes), total: format.bytes(totalBytes) }),
        })}
      />
      {offline && <Banner tone="warning">{t('preparing.offline')}</Banner>}
      <p className="text-soft">{t('preparing.hint')}</p>
      <MailForm galleryId={galleryId} archiveId={archive.id} />
    </>
  );
}

interface ArchiveFilesProps {
  galleryId: string;
  archive: Archive;
  /** True if the visitor waited for the answer: a single file then starts automatically. */
  fresh: boolean;
  timeZone: string;
}

function partHref(galleryId: string, archiveId: string, part: number): string {
  return `/api/p/${encodeURIComponent(galleryId)}/archives/${encodeURIComponent(archiveId)}/parts/${part}`;
}

/** Lists the files of a download that is ready. */
export function ArchiveFiles({ galleryId, archive, fresh, timeZone }: ArchiveFilesProps) {
  const { t } = useTranslation('downloads');
  const format = useFormat({ zone: timeZone });
  const { id, parts, expiresAt } = archive;
  const single = parts.length === 1;
  const only = useRef<HTMLAnchorElement>(null);
  const begins = fresh && single;
  useEffect(() => {
    // Start only a single file: browsers ask for permission before a page saves several.
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
              // The server sends the file name and an attachment header. The attribute keeps the page open.
              download={filename}
              className={buttonClass({ variant: single ? 'primary' : 'secondary' })}
            >
              {single ? t('ready.file') : t('ready.part', { number: index + 1 })}
            </a>
            <p className="text-caption wrap-anywhere text-soft">
              {`${filename} · ${t('ready.detail', { count: photoCount, size: format.bytes(size) })}`}
            </p>
          </li>
        ))}
      </ul>
      {begins && <p className="text-soft">{t('ready.begun')}</p>}
      {expiresAt !== null && <p className="text-soft">{t('ready.until', { date: format.date(expiresAt) })}</p>}
    </>
  );
}
