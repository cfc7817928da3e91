import { useQuery } from '@rocicorp/zero/react';
import { Images, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { can } from '#core/domain/studio/roles.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { PageSection } from '#web/components/layout/page-section.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Combobox } from '#web/components/ui/inputs/combobox.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { newGalleryId } from '#web/lib/ids.ts';
import { galleryHref } from '#web/lib/paths.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { useWritable } from '#web/lib/sync/writable.ts';
import { useSessionName } from '../session-labels.ts';
import type { SessionRow } from '../types.ts';

interface GalleryPanelProps {
  session: SessionRow;
}

/** Gallery of the session: link an existing one or create one. */
export function GalleryPanel({ session }: GalleryPanelProps) {
  const { t } = useTranslation('sessions');
  const { role } = useAccount();
  const { gallery } = session;
  const mayWrite = can(role, 'sessions.write');
  const linked = gallery && gallery.deletedAt === null ? gallery : null;
  if (!linked && !mayWrite) return null;
  return (
    <PageSection title={t('gallery.title')}>
      {linked ? (
        <Linked session={session} to={galleryHref(linked.id)} name={linked.name} />
      ) : (
        <Choose session={session} />
      )}
    </PageSection>
  );
}

function Linked({ session: { id }, to, name }: { session: SessionRow; to: string; name: string }) {
  const { t } = useTranslation('sessions');
  const { role } = useAccount();
  const mutate = useMutation();
  const link = (galleryId: string | null) => mutators.sessions.update({ id, changes: { galleryId }, now: Date.now() });
  const galleryId = to.split('/').at(-1) ?? null;
  return (
    <div className="flex items-center justify-between gap-3">
      <Link to={to} className="thumb inline-flex min-w-0 items-center gap-2">
        <Images aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
        <span className="truncate">{name}</span>
      </Link>
      {can(role, 'sessions.write') && (
        <Button
          size="small"
          variant="quiet"
          writes
          onClick={() => void mutate(link(null), { done: t('gallery.unlinked'), undo: () => link(galleryId) })}
        >
          {t('gallery.unlink')}
        </Button>
      )}
    </div>
  );
}

function Choose({ session }: { session: SessionRow }) {
  const { t } = useTranslation('sessions');
  const account = useAccount();
  const writable = useWritable();
  const mutate = useMutation();
  const nameOf = useSessionName();
  const [isMaking, setMaking] = useState(false);
  const [galleries] = useQuery(queries.galleries.list({ limit: 1000 }));
  const { id, customerId, customer } = session;
  // Galleries of the session's client come first.
  const offered = galleries.toSorted(
    (a, b) => Number(b.customerId === customerId) - Number(a.customerId === customerId),
  );
  const link = (galleryId: string) => mutate(mutators.sessions.update({ id, changes: { galleryId }, now: Date.now() }));
  const make = async () => {
    setMaking(true);
    const galleryId = newGalleryId(account.id);
    const name = [customer?.name, nameOf(session)].filter(Boolean).join(', ').slice(0, 120);
    const gallery = { id: galleryId, name, customerId, date: session.date };
    if (await mutate(mutators.galleries.create({ ...gallery, now: Date.now() }))) await link(galleryId);
    setMaking(false);
  };
  return (
    <div className="flex flex-col gap-3">
      <p className="text-soft">{t('gallery.none')}</p>
      {can(account.role, 'galleries.write') && (
        <div>
          <Button icon={<Plus />} writes loading={isMaking} onClick={() => void make()}>
            {t('gallery.make')}
          </Button>
        </div>
      )}
      {offered.length > 0 && (
        <Field label={t('gallery.link')}>
          <Combobox
            options={offered.map((one) => ({
              value: one.id,
              label: one.name,
              ...(one.customer && { detail: one.customer.name }),
            }))}
            value={null}
            onChange={(chosen) => chosen && void link(chosen)}
            disabled={!writable}
          />
        </Field>
      )}
    </div>
  );
}
