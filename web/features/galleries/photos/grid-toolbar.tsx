import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { SearchInput } from '#web/components/ui/search-input.tsx';
import { FilterFields, type FilterFieldsProps } from './filter-choices.tsx';

/** Which photos are shown. On a narrow screen the choices wait in a sheet. */
export function FilterBar(choices: Omit<FilterFieldsProps, 'labelled'>) {
  const { t } = useTranslation(['photos', 'common']);
  const [open, setOpen] = useState(false);
  const { filter, onChange } = choices;
  return (
    <div className="flex items-center gap-2">
      <SearchInput label={t('filter.search')} value={filter.text} onChange={(text) => onChange({ ...filter, text })} />
      <div className="hidden items-center gap-2 lg:flex">
        <FilterFields {...choices} />
      </div>
      <IconButton
        label={t('filter.open')}
        icon={<SlidersHorizontal aria-hidden />}
        onClick={() => setOpen(true)}
        className="lg:hidden"
      />
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={t('filter.open')}
        footer={
          <Button variant="primary" onClick={() => setOpen(false)}>
            {t('common:done')}
          </Button>
        }
      >
        <FilterFields {...choices} labelled />
      </Dialog>
    </div>
  );
}
