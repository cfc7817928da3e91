import { useQuery } from '@rocicorp/zero/react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { GUEST_TOKEN_LENGTH } from '#core/domain/galleries/guest-uploads.ts';
import { makeId } from '#core/domain/values/ids.ts';
import { endOfDay, localDate } from '#core/domain/values/time.ts';
import { galleryLink } from '#core/domain/galleries/gallery-link.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { CopyField } from '#web/components/ui/inputs/copy-field.tsx';
import { DateField } from '#web/components/ui/inputs/date-field.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { Switch } from '#web/components/ui/inputs/switch.tsx';
import { QrCodeButton } from '#web/components/ui/qr-code.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { readStored, writeStored } from '#web/lib/browser/storage.ts';
import { useDraftPrefix } from '#web/lib/forms/draft-storage.ts';
import { hashGuestToken } from '#web/lib/galleries/guest-token.ts';
import type { GalleryRow } from '#web/lib/galleries/types.ts';
import { guestUploadUrl } from '#web/lib/paths.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { useWritable } from '#web/lib/sync/writable.ts';

/**
 * The token of a gallery's link, with its hash. The server has the hash alone, so that only the browser that made a link
 * can show it again; it is stored like the person's drafts, which end with the sign-in.
 */
interface MadeLink {
  token: string;
  tokenHash: string;
}

async function makeLink(storageKey: string): Promise<MadeLink> {
  const token = makeId((bytes) => crypto.getRandomValues(bytes), GUEST_TOKEN_LENGTH);
  const made = { token, tokenHash: await hashGuestToken(token) };
  writeStored(storageKey, made);
  return made;
}

/** The link by which guests add photos; every change applies immediately. */
export function GuestUploads({ gallery }: { gallery: GalleryRow }) {
  const { t } = useTranslation('galleries');
  const id = useId();
  const { slug, timeZone } = useAccount();
  const mutate = useMutation();
  const writable = useWritable();
  const [link] = useQuery(queries.guestUploads.link({ galleryId: gallery.id }));
  const [sections] = useQuery(queries.galleries.sections({ galleryId: gallery.id }));
  const now = () => Date.now();
  const storageKey = `${useDraftPrefix()}guest-link:${gallery.id}`;
  const open = async (changes: { tokenHash?: string; sectionId?: string | null; endsAt?: number | null }) => {
    const { sectionId = null, endsAt = null } = link ?? {};
    const tokenHash = link?.tokenHash ?? (await makeLink(storageKey)).tokenHash;
    const args = { galleryId: gallery.id, tokenHash, sectionId, endsAt, ...changes, now: now() };
    await mutate(mutators.guestUploads.open(args));
  };
  const renew = async () => open({ tokenHash: (await makeLink(storageKey)).tokenHash });
  const isOn = link?.isOpen ?? false;
  const made = readStored(storageKey) as MadeLink | null;
  const url = link && made?.tokenHash === link.tokenHash ? guestUploadUrl(slug, made.token) : null;
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <h2 id={id} className="border-b border-line pb-3 text-lead font-semibold">
        {t('guestPhotos.title')}
      </h2>
      <Switch
        label={t('guestPhotos.on')}
        hint={t('guestPhotos.text')}
        checked={isOn}
        disabled={!writable}
        onChange={(on) => {
          // An ended link opens without an end: it would be closed again immediately.
          if (on) void open(link?.endsAt != null && link.endsAt <= now() ? { endsAt: null } : {});
          else void mutate(mutators.guestUploads.close({ galleryId: gallery.id, now: now() }));
        }}
      />
      {link && isOn && (
        <>
          {url === null ? (
            <p className="measure text-soft">{t('guestPhotos.elsewhere')}</p>
          ) : (
            <CopyField label={t('guestPhotos.link')} value={url} />
          )}
          <div className="flex flex-wrap gap-2">
            {url !== null && <QrCodeButton url={url} filename={`${galleryLink(gallery)}-guests`} />}
            <Button writes title={t('guestPhotos.renewText')} onClick={() => void renew()}>
              {t('guestPhotos.renew')}
            </Button>
          </div>
          {sections.length > 0 && (
            <Field label={t('guestPhotos.section')}>
              <Select
                value={link.sectionId ?? ''}
                disabled={!writable}
                options={[
                  { value: '', label: t('guestPhotos.noSection') },
                  ...sections.map((section) => ({ value: section.id, label: section.name })),
                ]}
                onChange={(event) => void open({ sectionId: event.target.value || null })}
              />
            </Field>
          )}
          <DateField
            label={t('guestPhotos.ends')}
            hint={t('guestPhotos.endsHint')}
            zone={timeZone}
            disabled={!writable}
            value={link.endsAt === null ? '' : localDate(link.endsAt, timeZone)}
            min={localDate(now(), timeZone)}
            onChange={(day) => void open({ endsAt: day ? endOfDay(day, timeZone) : null })}
          />
        </>
      )}
    </section>
  );
}
