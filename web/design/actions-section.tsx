import {
  Copy,
  Ellipsis,
  EyeOff,
  Grid2x2,
  KeyRound,
  Link2,
  List,
  Pencil,
  Share2,
  Star,
  Trash2,
  UserRoundCheck,
} from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '#web/components/ui/inputs/button.tsx';
import { Checkbox } from '#web/components/ui/inputs/checkbox.tsx';
import { RadioGroup } from '#web/components/ui/inputs/radio-group.tsx';
import { SegmentedControl } from '#web/components/ui/inputs/segmented-control.tsx';
import { Switch } from '#web/components/ui/inputs/switch.tsx';
import { Menu } from '#web/components/ui/overlays/menu.tsx';
import { Tooltip } from '#web/components/ui/tooltip.tsx';

const nothing = () => {};

export function ActionsSection() {
  const { t } = useTranslation('design');
  const [view, setView] = useState<'grid' | 'list'>('grid');
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap gap-3">
        <Button variant="primary">{t('actions.publish')}</Button>
        <Button>{t('actions.preview')}</Button>
        <Button variant="quiet">{t('actions.later')}</Button>
        <Button variant="danger" icon={<Trash2 />}>
          {t('actions.delete')}
        </Button>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="primary" loading>
          {t('actions.publishing')}
        </Button>
        <Button variant="primary" disabled>
          {t('actions.disabled')}
        </Button>
        <Button size="small" icon={<Share2 />}>
          {t('actions.share')}
        </Button>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Tooltip text={t('overlays.tooltip')}>
          <IconButton label={t('actions.star')} icon={<Star aria-hidden />} />
        </Tooltip>
        <Menu
          align="start"
          trigger={<IconButton label={t('overlays.menu')} icon={<Ellipsis aria-hidden />} />}
          groups={[
            {
              items: [
                { label: t('actions.rename'), icon: <Pencil />, onSelect: nothing },
                { label: t('actions.duplicate'), icon: <Copy />, shortcut: '⌘D', onSelect: nothing },
                { label: t('actions.hide'), icon: <EyeOff />, onSelect: nothing, disabled: true },
              ],
            },
            { items: [{ label: t('actions.delete'), icon: <Trash2 />, tone: 'danger', onSelect: nothing }] },
          ]}
        />
        <SegmentedControl
          label={t('actions.view')}
          value={view}
          onChange={setView}
          options={[
            { value: 'grid', label: t('actions.grid'), icon: <Grid2x2 /> },
            { value: 'list', label: t('actions.list'), icon: <List /> },
          ]}
        />
      </div>
    </div>
  );
}

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
