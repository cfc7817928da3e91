import { clsx } from 'clsx';
import { Check, ImagePlus } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ResponseOf } from '#core/api/endpoint.ts';
import type { PublicStudio } from '#core/api/public.ts';
import type { uploads } from '#core/api/uploads.ts';
import { makeId } from '#core/domain/values/ids.ts';
import { GUEST_PHOTO_TYPES, MAX_GUEST_PHOTO_BYTES } from '#core/domain/photos/uploads.ts';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Progress } from '#web/components/ui/feedback/progress.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { askBeforeLeaving } from '#web/lib/browser/ask-before-leaving.ts';
import { useWakeLock } from '#web/lib/browser/use-wake-lock.ts';
import { useFormat } from '#web/lib/format/use-format.ts';
import { ContactList } from '../shell/contact-list.tsx';
import { useGuestName } from '../shell/guest-name.ts';
import { useRequest } from '../shell/use-request.ts';
import { isFailure } from '../shell/failure.ts';
import { FailedPage, MessagePage, WaitingPage } from '../shell/message-page.tsx';
import type { PublicApi } from '../shell/public-api.ts';
import { PublicPage } from '../shell/public-page.tsx';
import type { StudioSite } from '../shell/routes.ts';
import { type GuestItem, sendPhotos } from './send-photos.ts';

interface GuestUploadRouteProps {
  site: StudioSite;
  studio: PublicStudio | null;
  token: string;
  api: PublicApi;
}

const ACCEPTED = [...GUEST_PHOTO_TYPES, '.heic', '.heif'].join(',');
/** Maximum length of a name, as in core/domain/galleries/guest-uploads.ts. */
const MAX_NAME = 120;

/** Renders `/p/{slug}/add/{token}`: guests add photos, which the studio looks through before anybody sees them. */
export function GuestUploadRoute({ site, studio, token, api }: GuestUploadRouteProps) {
  const { t } = useTranslation('guests');
  const base = `/api/guest-uploads/${encodeURIComponent(token)}`;
  const load = useCallback(() => api.call<ResponseOf<typeof uploads.guestView>>('GET', base), [api, base]);
  const { data: link, failure, retry } = useRequest(load);
  const frame = { site, studio };
  if (isFailure(failure, 'not_found') || isFailure(failure, 'validation_failed')) {
    return (
      <MessagePage {...frame} title={t('ended.title')} text={t('ended.text')}>
        {studio && <ContactList studio={studio} subject={t('ended.title')} />}
      </MessagePage>
    );
  }
  if (failure !== null) return <FailedPage {...frame} onRetry={retry} />;
  if (!link) return <WaitingPage {...frame} />;
  return (
    <PublicPage {...frame}>
      <div className="mx-auto flex w-full max-w-[34rem] flex-col gap-8 px-5 pt-10 pb-16 md:pt-[12vh]">
        <header className="flex flex-col gap-2">
          <h1 className="text-title font-semibold wrap-anywhere">{t('title', { gallery: link.galleryName })}</h1>
          <p className="text-lead text-soft">{t('intro', { studio: studio?.name ?? '' })}</p>
        </header>
        <GuestUpload {...{ api, base, token }} />
      </div>
    </PublicPage>
  );
}

function GuestUpload({ api, base, token }: { api: PublicApi; base: string; token: string }) {
  const { t } = useTranslation(['guests', 'errors']);
  const format = useFormat();
  const picker = useRef<HTMLInputElement>(null);
  const [name, setName] = useGuestName(token);
  const { items, isSending, add, retry } = useGuestUpload(api, base, name);
  useWakeLock(isSending);
  const done = items.filter(({ state }) => state === 'done').length;
  const failed = items.filter(({ state }) => state === 'failed');
  const canRetry = failed.some(({ code }) => code === 'network' || code === 'unavailable' || code === 'rate_limited');
  const size = format.bytes(MAX_GUEST_PHOTO_BYTES);
  return (
    <>
      <Field label={t('name')} hint={t('nameHint')} optional>
        <TextInput
          value={name}
          maxLength={MAX_NAME}
          autoComplete="name"
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <div className="flex flex-col gap-3">
        <Button variant="primary" icon={<ImagePlus />} className="w-full" onClick={() => picker.current?.click()}>
          {t(items.length === 0 ? 'choose' : 'chooseMore')}
        </Button>
        <input
          ref={picker}
          type="file"
          multiple
          accept={ACCEPTED}
          hidden
          aria-label={t('choose')}
          onChange={({ currentTarget }) => {
            add([...(currentTarget.files ?? [])]);
            // The same files may be chosen again after a failure.
            currentTarget.value = '';
          }}
        />
        <p className="text-caption text-soft">{t('formats', { size })}</p>
      </div>
      <Thumbnails items={items} />
      {items.length > 0 && (
        <section aria-live="polite" className="flex flex-col gap-4">
          {isSending ? (
            <Progress
              label={t('sending')}
              value={done / items.length}
              text={t('progress', { done: format.number(done), all: format.number(items.length) })}
            />
          ) : (
            done > 0 && (
              <p className="flex items-center gap-2 text-lead">
                <Check aria-hidden className="size-5 shrink-0 text-positive" />
                {t('done', { count: done })}
              </p>
            )
          )}
          {failed.length > 0 && !isSending && (
            <Banner
              tone="warning"
              title={t('failed', { count: failed.length })}
              action={
                canRetry && (
                  <Button size="small" onClick={retry}>
                    {t('again')}
                  </Button>
                )
              }
            >
              <ul className="flex flex-col gap-1">
                {failed.map(({ photoId, file, code = 'unknown' }) => (
                  <li key={photoId} className="wrap-anywhere">
                    {`${file.name}: ${t([`guests:codes.${code as 'too_large'}`, `errors:${code as 'unknown'}`, 'errors:unknown'], { size })}`}
                  </li>
                ))}
              </ul>
            </Banner>
          )}
        </section>
      )}
    </>
  );
}

/** Photos that are drawn at most: a phone decodes each at its full size. */
const MAX_THUMBNAILS = 48;

/** The latest photos that the guest has added, each faded until it has arrived. Browsers draw no HEIC: then its name. */
function Thumbnails({ items }: { items: readonly GuestItem[] }) {
  const { t } = useTranslation('guests');
  const shown = items.filter(({ state, code }) => state !== 'failed' || code !== 'not_an_image').slice(-MAX_THUMBNAILS);
  if (shown.length === 0) return null;
  return (
    <ul aria-label={t('added')} className="grid grid-cols-4 gap-1.5 sm:grid-cols-6">
      {shown.toReversed().map((item) => (
        <Thumbnail key={item.photoId} item={item} />
      ))}
    </ul>
  );
}

function Thumbnail({ item: { file, state } }: { item: GuestItem }) {
  const { t } = useTranslation('guests');
  const [isDrawn, setIsDrawn] = useState(true);
  const draw = useCallback(
    (image: HTMLImageElement) => {
      const url = URL.createObjectURL(file);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [file],
  );
  const isDone = state === 'done';
  return (
    <li className="relative flex aspect-square items-center justify-center overflow-hidden rounded-print bg-sunken">
      {!isDrawn ? (
        <span className="px-1 text-center text-caption wrap-anywhere">{file.name}</span>
      ) : (
        <img
          ref={draw}
          alt={file.name}
          loading="lazy"
          decoding="async"
          className={clsx('size-full object-cover', !isDone && 'opacity-40')}
          onError={() => setIsDrawn(false)}
        />
      )}
      {isDone && (
        <span className="absolute right-1 bottom-1 flex size-5 items-center justify-center rounded-full bg-paper text-positive">
          <Check aria-hidden className="size-3.5" strokeWidth={2.5} />
          <span className="sr-only">{t('sent')}</span>
        </span>
      )}
    </li>
  );
}

/** Sends chosen files one batch after another; asks before the page is left while some are on their way. */
function useGuestUpload(api: PublicApi, base: string, name: string) {
  const [items, setItems] = useState<readonly GuestItem[]>([]);
  const [sending, setSending] = useState(0);
  const queue = useRef(Promise.resolve());
  const isSending = sending > 0;
  useEffect(() => (isSending ? askBeforeLeaving() : undefined), [isSending]);
  const change = (photoId: string, to: Pick<GuestItem, 'state' | 'code'>) =>
    setItems((all) => all.map((item) => (item.photoId === photoId ? { ...item, code: undefined, ...to } : item)));
  const send = (batch: readonly GuestItem[]) => {
    if (batch.length === 0) return;
    setSending((count) => count + 1);
    const sender = { call: api.call, put: putFile, wait, base };
    queue.current = queue.current
      .then(() => sendPhotos(sender, name.trim(), batch, change))
      .finally(() => setSending((count) => count - 1));
  };
  const add = (files: readonly File[]) => {
    const chosen = files.map((file) => ({
      photoId: makeId((bytes) => crypto.getRandomValues(bytes)),
      file,
      state: 'waiting' as const,
    }));
    setItems((all) => [...all, ...chosen]);
    send(chosen);
  };
  const retry = () => {
    const failed = items.filter(
      ({ state, code }) => state === 'failed' && code !== 'not_an_image' && code !== 'too_large',
    );
    for (const { photoId } of failed) change(photoId, { state: 'waiting' });
    send(failed);
  };
  return { items, isSending, add, retry };
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Resolves with the HTTP status, 0 without an answer. */
async function putFile(url: string, headers: Record<string, string>, body: Blob): Promise<number> {
  try {
    return (await fetch(url, { method: 'PUT', headers, body })).status;
  } catch {
    return 0;
  }
}
