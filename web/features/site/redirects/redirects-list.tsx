import { useQuery } from '@rocicorp/zero/react';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { can } from '#core/domain/studio/roles.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { IntroSection } from '#web/components/layout/page-section.tsx';
import { Button, IconButton } from '#web/components/ui/inputs/button.tsx';
import { ListRow } from '#web/components/ui/lists/list-row.tsx';
import { ConfirmDialog } from '#web/components/ui/overlays/dialog.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';

/** Redirects shown before the others are asked for. */
const SHOWN = 8;

/** Former addresses of published pages, which redirect to the pages; nothing while there is none. */
export function RedirectsList() {
  const { t } = useTranslation('redirects');
  const { role } = useAccount();
  const format = useFormat();
  const mutate = useMutation();
  const [rows] = useQuery(queries.site.redirects());
  const [asked, setAsked] = useState<string | null>(null);
  const [isWhole, setWhole] = useState(false);
  const mayChange = can(role, 'site.publish');
  const remove = async (path: string) => {
    setAsked(null);
    await mutate(mutators.site.removeRedirect({ path, now: Date.now() }), { done: t('removed', { path: `/${path}` }) });
  };
  if (rows.length === 0) return null;
  return (
    <IntroSection title={t('title')} intro={t('intro')}>
      <ul className="-mt-5 divide-y divide-line border-b border-line">
        {(isWhole ? rows : rows.slice(0, SHOWN)).map(({ path, page, createdAt }) => (
          <ListRow
            key={path}
            title={`/${path}`}
            detail={t('detail', { page: page?.title ?? '', date: format.day(createdAt) })}
            actions={
              mayChange && (
                <IconButton
                  label={t('removeNamed', { path: `/${path}` })}
                  icon={<Trash2 aria-hidden />}
                  writes
                  onClick={() => setAsked(path)}
                />
              )
            }
          />
        ))}
      </ul>
      {!isWhole && rows.length > SHOWN && (
        <div>
          <Button size="small" onClick={() => setWhole(true)}>
            {t('all', { count: rows.length })}
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(open) => !open && setAsked(null)}
        title={t('ask')}
        description={t('askText', { path: `/${asked ?? ''}` })}
        confirmLabel={t('remove')}
        onConfirm={() => asked !== null && void remove(asked)}
      />
    </IntroSection>
  );
}
