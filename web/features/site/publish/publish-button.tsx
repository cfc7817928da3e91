import { Clock, FilePen, Rocket } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { can } from '#core/domain/studio/roles.ts';
import { Tag } from '#web/components/ui/feedback/tag.tsx';
import { Button, IconButton } from '#web/components/ui/inputs/button.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import type { GoTo } from './checks-panel.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { usePublishing } from './use-publishing.ts';

interface PublishButtonProps {
  /** Shows a page, and a block on it. Without it findings cannot be opened. */
  onGo?: GoTo;
  /** True where there is room for an icon only. */
  isSmall?: boolean;
}

/** Says whether all is published, or what is not yet, and opens the dialog that publishes it, or lists it for roles that may not. */
export function PublishButton({ onGo, isSmall = false }: PublishButtonProps) {
  const { t } = useTranslation('publishing');
  const format = useFormat();
  const { role } = useAccount();
  const mayPublish = can(role, 'site.publish');
  const publishing = usePublishing();
  const [isOpen, setOpen] = useState(false);
  const { drafts, live, changes, plan, isComplete } = publishing;
  if (drafts.length === 0 && live.length === 0) return null;
  const isChanged = changes.length > 0 && !plan && mayPublish;
  const label = plan
    ? t('button.planned', { when: format.dateTime(plan.at) })
    : changes.length > 0
      ? t(mayPublish ? 'button.publish' : 'button.changes')
      : t('button.published');
  const isPublished = !plan && changes.length === 0;
  const icon = plan ? <Clock aria-hidden /> : mayPublish ? <Rocket aria-hidden /> : <FilePen aria-hidden />;
  const press = { disabled: !isComplete && live.length === 0, onClick: () => setOpen(true) };
  return (
    <>
      {isPublished && !isSmall ? (
        <Tag tone="success">{t('button.published')}</Tag>
      ) : isSmall ? (
        <IconButton label={label} icon={icon} {...press} className={isChanged ? 'text-accent' : undefined} />
      ) : (
        <Button variant={isChanged ? 'primary' : 'secondary'} icon={icon} {...press}>
          {label}
        </Button>
      )}
      {isOpen && <PublishDialog publishing={publishing} onGo={onGo} onClose={() => setOpen(false)} />}
    </>
  );
}
