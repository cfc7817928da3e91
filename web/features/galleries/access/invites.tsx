import { useQuery } from '@rocicorp/zero/react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { queries } from '#core/zero/queries.ts';
import type { GalleryRow } from '../gallery-rows.ts';
import { GrantItem } from './grant-item.tsx';
import { InviteForm } from './invite-form.tsx';

/** Who was invited by mail, and the form to invite the next. */
export function Invites({ gallery }: { gallery: GalleryRow }) {
  const { t } = useTranslation('galleries');
  const id = useId();
  const [grants, { type }] = useQuery(queries.galleries.grants({ galleryId: gallery.id }));
  const invited = new Set(grants.filter(({ status }) => status !== 'revoked').map(({ email }) => email));
  const suggestion = gallery.customer && !invited.has(gallery.customer.email) ? gallery.customer : null;
  return (
    <section aria-labelledby={id} className="flex flex-col gap-5">
      <div className="flex flex-col gap-1">
        <h2 id={id} className="text-lead font-semibold">
          {t('invites.title')}
        </h2>
        <p className="measure text-soft">{t('invites.intro')}</p>
      </div>
      <InviteForm key={suggestion?.id ?? 'none'} gallery={gallery} suggestion={suggestion} />
      {grants.length > 0 ? (
        <ul className="flex flex-col divide-y divide-line border-y border-line">
          {grants.map((grant) => (
            <GrantItem key={grant.id} grant={grant} visibility={gallery.visibility} />
          ))}
        </ul>
      ) : (
        type === 'complete' && <p className="text-soft">{t('invites.empty')}</p>
      )}
    </section>
  );
}
