import { useTranslation } from 'react-i18next';
import { Button } from '#web/components/ui/button.tsx';
import { useStore } from '#web/lib/store.tsx';

interface SubmitRowProps {
  /** A verb. */
  label: string;
  /** Nothing was typed that is not stored. */
  clean?: boolean;
  loading?: boolean;
}

/** The foot of a form: what sends it, and why it cannot be sent now. */
export function SubmitRow({ label, clean = false, loading = false }: SubmitRowProps) {
  const { t } = useTranslation('common');
  const { writable } = useStore();
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Button type="submit" variant={clean ? 'secondary' : 'primary'} disabled={clean || !writable} loading={loading}>
        {label}
      </Button>
      {!writable && <p className="text-caption text-soft">{t('waiting')}</p>}
    </div>
  );
}
