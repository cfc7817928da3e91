import type { UserIdentity } from '@supabase/supabase-js';
import { AtSign, Link2, Unlink } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#web/components/ui/confirm-dialog.tsx';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { useToast } from '#web/components/ui/toast-provider.tsx';
import { authErrorCode } from '#web/lib/auth-client.ts';
import { useAuth } from '#web/lib/auth-session.tsx';
import { providerName } from './provider-names.ts';

interface IdentityItemProps {
  identity: UserIdentity;
  /** Taking it away would lock the person out; the auth service refuses it too. */
  isOnly: boolean;
  onUnlinked: () => void;
  onFailed: (code: string) => void;
}

/** One way of signing in. Other services can be disconnected; e-mail stays, since it is where we write to. */
export function IdentityItem({ identity, isOnly, onUnlinked, onFailed }: IdentityItemProps) {
  const { t } = useTranslation('security');
  const { client } = useAuth();
  const toast = useToast();
  const [asking, setAsking] = useState(false);
  const service = providerName(identity.provider);
  const name = service ?? (identity.provider === 'email' ? t('identities.email') : identity.provider);
  const Icon = service ? Link2 : AtSign;
  const email: unknown = identity.identity_data?.['email'];
  const unlink = async () => {
    setAsking(false);
    const { error } = await client.unlinkIdentity(identity);
    if (error) return onFailed(authErrorCode(error));
    toast({ title: t('identities.unlinked', { provider: name }) });
    onUnlinked();
  };
  return (
    <li className="flex min-h-16 items-center gap-3 py-2">
      <Icon aria-hidden className="size-5 shrink-0 text-soft" strokeWidth={1.5} />
      <div className="min-w-0 grow">
        <p className="font-medium">{name}</p>
        {typeof email === 'string' && <p className="truncate text-caption text-soft">{email}</p>}
        {service && isOnly && <p className="text-caption text-soft">{t('identities.only')}</p>}
      </div>
      {service && !isOnly && (
        <IconButton
          label={t('identities.unlink', { provider: name })}
          icon={<Unlink aria-hidden />}
          onClick={() => setAsking(true)}
        />
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('identities.ask.title', { provider: name })}
        description={t('identities.ask.text')}
        confirmLabel={t('identities.ask.act')}
        onConfirm={() => void unlink()}
      />
    </li>
  );
}
