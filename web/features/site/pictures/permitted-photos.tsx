import type { QueryRowType } from '@rocicorp/zero';
import { useQuery } from '@rocicorp/zero/react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { photoIdsOf, type Row } from '#core/domain/site/page-rows.ts';
import { type PageSettings } from '#core/domain/site/pages.ts';
import { can } from '#core/domain/studio/roles.ts';
import { MAX_CHECKED_PHOTOS } from '#core/domain/site/site.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { ListRow } from '#web/components/ui/lists/list-row.tsx';
import { ConfirmDialog } from '#web/components/ui/overlays/dialog.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { Thumbnail } from '../inspector/photos/thumbnail.tsx';

type SitePhoto = QueryRowType<typeof queries.pages.photos>;

interface PermittedPhotosProps {
  pages: readonly { rows: readonly Row[]; settings: PageSettings }[];
}

/** Photos of pages that the studio permitted, with who did when; takes a permission back. Nothing without one. */
export function PermittedPhotos({ pages }: PermittedPhotosProps) {
  const { t } = useTranslation('pictures');
  const { role } = useAccount();
  const mutate = useMutation();
  const ids = useMemo(() => {
    const named = pages.flatMap(({ rows, settings }) => [...photoIdsOf(rows), settings.photoId ?? []].flat());
    return [...new Set(named)].toSorted().slice(0, MAX_CHECKED_PHOTOS);
  }, [pages]);
  const [photos] = useQuery(ids.length > 0 && queries.pages.photos({ ids }));
  const [asked, setAsked] = useState<SitePhoto | null>(null);
  const permitted = (photos ?? []).filter(({ sitePermission }) => sitePermission?.isPermitted);
  if (permitted.length === 0) return null;
  const decide = (photoId: string, isPermitted: boolean) =>
    mutators.site.permitPhotos({ photoIds: [photoId], isPermitted, now: Date.now() });
  const withdraw = ({ id, filename }: SitePhoto) =>
    mutate(decide(id, false), { done: t('withdrawn', { photo: filename }), undo: () => decide(id, true) });
  return (
    <section aria-label={t('permitted')} className="flex flex-col gap-2">
      <h3 className="text-caption font-medium">{t('permitted')}</h3>
      <ul className="divide-y divide-line">
        {permitted.map((photo) => (
          <ListRow
            key={photo.id}
            title={photo.filename}
            detail={<Decision photo={photo} />}
            leading={<Thumbnail photo={photo} className="size-12 shrink-0" />}
            actions={
              can(role, 'photos.write') && (
                <Button
                  writes
                  size="small"
                  aria-label={t('withdrawOf', { photo: photo.filename })}
                  onClick={() => setAsked(photo)}
                >
                  {t('withdraw')}
                </Button>
              )
            }
          />
        ))}
      </ul>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(open) => !open && setAsked(null)}
        title={t('withdrawTitle', { photo: asked?.filename ?? '' })}
        description={t('withdrawText')}
        confirmLabel={t('withdraw')}
        onConfirm={() => {
          if (asked) void withdraw(asked);
          setAsked(null);
        }}
      />
    </section>
  );
}

/** The member who permitted a photo, and the date. */
function Decision({ photo: { sitePermission } }: { photo: SitePhoto }) {
  const { t } = useTranslation('pictures');
  const format = useFormat();
  const [members] = useQuery(queries.team.members());
  if (!sitePermission) return null;
  const member = members.find(({ userId }) => userId === sitePermission.decidedBy);
  const who = member?.name || member?.email || t('formerMember');
  return t('permittedBy', { who, when: format.day(sitePermission.decidedAt) });
}
