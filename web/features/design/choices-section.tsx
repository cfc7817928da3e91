import { KeyRound, Link2, UserRoundCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '#web/components/ui/checkbox.tsx';
import { RadioGroup } from '#web/components/ui/radio-group.tsx';
import { Switch } from '#web/components/ui/switch.tsx';

export function ChoicesSection() {
  const { t } = useTranslation('design');
  const [visibility, setVisibility] = useState<'link' | 'password' | 'invite'>('link');
  const [downloads, setDownloads] = useState(true);
  const [notify, setNotify] = useState(false);
  const [terms, setTerms] = useState(true);
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <RadioGroup
        label={t('choices.visibility')}
        value={visibility}
        onChange={setVisibility}
        options={[
          { value: 'link', label: t('choices.link'), hint: t('choices.linkHint'), icon: <Link2 /> },
          { value: 'password', label: t('choices.password'), hint: t('choices.passwordHint'), icon: <KeyRound /> },
          { value: 'invite', label: t('choices.invite'), hint: t('choices.inviteHint'), icon: <UserRoundCheck /> },
        ]}
      />
      <div>
        <Switch
          label={t('choices.downloads')}
          hint={t('choices.downloadsHint')}
          checked={downloads}
          onChange={setDownloads}
        />
        <Switch label={t('choices.notify')} checked={notify} onChange={setNotify} />
        <Checkbox label={t('choices.terms')} checked={terms} onChange={setTerms} />
        <Checkbox label={t('choices.all')} checked="indeterminate" onChange={setTerms} />
        <Checkbox label={t('actions.disabled')} checked={false} onChange={setTerms} disabled />
      </div>
    </div>
  );
}
