import { useQuery } from '@rocicorp/zero/react';
import { useTranslation } from 'react-i18next';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { Switch } from '#web/components/ui/inputs/switch.tsx';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { useWritable } from '#web/lib/sync/writable.ts';

/** Turns the contact form of the public page on and off. */
export function ContactFormSwitch({ readOnly }: { readOnly: boolean }) {
  const { t } = useTranslation(['settings', 'common']);
  const mutate = useMutation();
  const writable = useWritable();
  const [settings] = useQuery(queries.accounts.settings());
  const profile = settings.find(({ key }) => key === 'photographer')?.value as { contactForm?: unknown } | undefined;
  const request = (contactForm: boolean) =>
    mutators.settings.setPhotographer({ profile: { contactForm }, now: Date.now() });
  return (
    <div className="border-y border-line">
      <Switch
        label={t('profile.contactForm')}
        hint={t('profile.contactFormHint')}
        checked={profile?.contactForm !== false}
        disabled={readOnly || !writable}
        onChange={(on) => void mutate(request(on), { done: t('common:saved'), undo: () => request(!on) })}
      />
    </div>
  );
}
