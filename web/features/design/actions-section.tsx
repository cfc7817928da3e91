import { Copy, Ellipsis, EyeOff, Grid2x2, List, Pencil, Share2, Star, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/components/ui/button.tsx';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { Menu } from '#web/components/ui/menu.tsx';
import { SegmentedControl } from '#web/components/ui/segmented-control.tsx';
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
