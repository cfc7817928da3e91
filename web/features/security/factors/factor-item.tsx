import type { Factor } from '@supabase/supabase-js';
import { Smartphone, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#web/components/ui/confirm-dialog.tsx';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { useToast } from '#web/components/ui/toast-provider.tsx';
import { authErrorCode } from '#web/lib/auth-client.ts';
import { useAuth } from '#web/lib/auth-session.tsx';
import { currentLanguage } from '#web/lib/i18n.ts';
import { formatDayInDeviceZone } from '../own-time.ts';
import { useAuthErrorText } from '../use-problem.ts';
import type { AuthAction } from '../use-second-step.ts';

interface FactorItemProps {
  factor: Factor;
  /** Without it, the password alone signs in. */
  isLast: boolean;
  run: (act: AuthAction) => Promise<string | null>;
  onRemoved: () => void;
}

/** A device that gives codes. Removing it asks first: its key is gone then. */
export function FactorItem({ factor, isLast, run, onRemoved }: FactorItemProps) {
  const { t } = useTranslation('security');
  const { client } = useAuth();
  const toast = useToast();
  const problem = useAuthErrorText();
  const [asking, setAsking] = useState(false);
  const name = factor.friendly_name || t('factors.unnamed');
  const remove = async () => {
    setAsking(false);
    const failure = await run(async () => {
      const { error } = await client.mfa.unenroll({ factorId: factor.id });
      return error && authErrorCode(error);
    });
    if (failure) return toast({ title: problem(failure), tone: 'danger' });
    toast({ title: t('factors.removed', { name }) });
    onRemoved();
    // Until then the token claims a second step that its session has no more.
    await client.refreshSession();
  };
  return (
    <li className="flex min-h-16 items-center gap-3 py-2">
      <Smartphone aria-hidden className="size-5 shrink-0 text-soft" strokeWidth={1.5} />
      <div className="min-w-0 grow">
        <p className="truncate font-medium">{name}</p>
        <p className="text-caption text-soft">
          {t('factors.added', { date: formatDayInDeviceZone(Date.parse(factor.created_at), currentLanguage()) })}
        </p>
      </div>
      <IconButton label={t('factors.remove', { name })} icon={<Trash2 aria-hidden />} onClick={() => setAsking(true)} />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('factors.ask.title', { name })}
        description={t(isLast ? 'factors.ask.last' : 'factors.ask.text')}
        confirmLabel={t('factors.ask.act')}
        onConfirm={() => void remove()}
      />
    </li>
  );
}
