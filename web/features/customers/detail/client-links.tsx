import { useQuery } from '@rocicorp/zero/react';
import { Link2Off, Send } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ClientLinkState, clientLinkState, isLinkLive } from '#core/domain/clients/client-links.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { PageSection } from '#web/components/layout/page-section.tsx';
import { Tag, type Tone } from '#web/components/ui/feedback/tag.tsx';
import { Button, IconButton } from '#web/components/ui/inputs/button.tsx';
import { ListRow } from '#web/components/ui/lists/list-row.tsx';
import { ConfirmDialog } from '#web/components/ui/overlays/dialog.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useNow } from '#web/lib/format/use-now.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import type { CustomerRow } from '../types.ts';
import { SendLinkDialog } from './send-link-dialog.tsx';

const TONES: Record<ClientLinkState, Tone> = {
  sending: 'neutral',
  undelivered: 'danger',
  bounced: 'danger',
  reported: 'warning',
  sent: 'neutral',
  copied: 'neutral',
  opened: 'success',
  expired: 'warning',
  revoked: 'neutral',
};

/** Ended links that are listed below the working ones. */
const ENDED_SHOWN = 3;

/** The links to a client's own page: sent or copied, when last used, and how they end. */
export function ClientLinksSection({ customer }: { customer: CustomerRow }) {
  const { t } = useTranslation('customers');
  const { id: customerId, name } = customer;
  const [links] = useQuery(queries.clientLinks.ofCustomer({ customerId }));
  const mutate = useMutation();
  const format = useFormat();
  const now = useNow();
  const [isSending, setIsSending] = useState(false);
  const [asked, setAsked] = useState<readonly string[] | null>(null);
  const live = links.filter((link) => isLinkLive(link, now));
  const shown = [...live, ...links.filter((link) => !isLinkLive(link, now)).slice(0, ENDED_SHOWN)];
  const revoke = () => {
    if (!asked) return;
    setAsked(null);
    void mutate(mutators.clientLinks.revoke({ ids: [...asked], now: Date.now() }), {
      done: t('clientLinks.revoked', { count: asked.length }),
    });
  };
  return (
    <PageSection
      title={t('clientLinks.title')}
      action={
        <Button size="small" icon={<Send />} onClick={() => setIsSending(true)}>
          {t('clientLinks.send')}
        </Button>
      }
    >
      {shown.length === 0 ? (
        <p className="measure text-soft">{t('clientLinks.none', { name })}</p>
      ) : (
        <ul className="divide-y divide-line border-b border-line">
          {shown.map((link) => {
            const state = clientLinkState(link, now);
            const at = link.revokedAt ?? link.lastUsedAt ?? link.sentAt ?? link.createdAt;
            const title = link.email || t('clientLinks.copied');
            return (
              <ListRow
                key={link.id}
                title={title}
                detail={
                  <span className="flex flex-wrap gap-x-3">
                    <Tag tone={TONES[state]}>{t(`clientLinks.state.${state}`)}</Tag>
                    <span>{format.recent(at, now)}</span>
                    {link.authorId === null && <span>{t('clientLinks.asked')}</span>}
                  </span>
                }
                actions={
                  isLinkLive(link, now) && (
                    <IconButton
                      label={t('clientLinks.revoke', { title })}
                      icon={<Link2Off aria-hidden />}
                      writes
                      onClick={() => setAsked([link.id])}
                    />
                  )
                }
              />
            );
          })}
        </ul>
      )}
      {live.length > 1 && (
        <div>
          <Button size="small" variant="danger" writes onClick={() => setAsked(live.map(({ id }) => id))}>
            {t('clientLinks.revokeAll')}
          </Button>
        </div>
      )}
      {isSending && <SendLinkDialog customer={customer} onClose={() => setIsSending(false)} />}
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={() => setAsked(null)}
        title={t('clientLinks.ask', { count: asked?.length ?? 1 })}
        description={t('clientLinks.askText', { name })}
        confirmLabel={t('clientLinks.askAct', { count: asked?.length ?? 1 })}
        onConfirm={revoke}
      />
    </PageSection>
  );
}
