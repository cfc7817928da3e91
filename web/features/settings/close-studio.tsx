import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Account } from '#core/domain/studio/accounts.ts';
import { TRASH_MS } from '#core/domain/galleries/galleries.ts';
import { FormDialog } from '#web/components/layout/form-dialog.tsx';
import { IntroSection } from '#web/components/layout/page-section.tsx';
import { Button, buttonClass } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { useAccounts } from '#web/lib/accounts/accounts.tsx';
import { errorCode, useApi } from '#web/lib/api/api-context.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useNow } from '#web/lib/format/use-now.ts';
import { paths } from '#web/lib/paths.ts';

interface CloseStudioDialogProps {
  name: string;
  /** Last day on which the studio can be reopened, formatted. */
  date: string;
  onClose: () => void;
  /** Closes the studio. Resolves to null on success, otherwise to an error code. */
  onConfirm: (typed: string) => Promise<string | null>;
}

/** Lists the consequences and asks for the studio's name as confirmation. */
function CloseStudioDialog({ name, date, onClose, onConfirm }: CloseStudioDialogProps) {
  const { t } = useTranslation(['settings', 'errors']);
  const [typed, setTyped] = useState('');
  const [failure, setFailure] = useState<string>();
  const [closing, setClosing] = useState(false);
  const submit = async () => {
    setClosing(true);
    setFailure(undefined);
    const code = await onConfirm(typed);
    if (!code) return;
    setClosing(false);
    setFailure(code === 'confirmation_wrong' ? t('close.wrong') : t(`errors:${code as 'unknown'}`));
  };
  return (
    <FormDialog
      title={t('close.ask', { studio: name })}
      submitLabel={t('close.act')}
      button={{ variant: 'danger', loading: closing }}
      onSubmit={submit}
      onClose={onClose}
    >
      <ul className="measure flex list-disc flex-col gap-2 pl-5 text-soft">
        <li>{t('close.pages')}</li>
        <li>{t('close.team')}</li>
        <li>{t('close.days', { date })}</li>
        <li>{t('close.receipts')}</li>
        <li>{t('close.exports')}</li>
        <li>{t('close.signIns')}</li>
      </ul>
      <div>
        <Link to={paths.data} className={buttonClass({ variant: 'secondary' })}>
          {t('close.export')}
        </Link>
      </div>
      <Field label={t('close.name', { studio: name })} required error={failure}>
        <TextInput
          autoComplete="off"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setFailure(undefined);
          }}
        />
      </Field>
    </FormDialog>
  );
}

/** Closes the studio, for its owners. The app then shows another studio, or the page that opens one. */
export function CloseStudio({ account }: { account: Account }) {
  const { t } = useTranslation('settings');
  const format = useFormat();
  const api = useApi();
  const { drop } = useAccounts();
  const [asking, setAsking] = useState(false);
  const date = format.day(useNow() + TRASH_MS);
  const close = async (name: string) => {
    try {
      await api.accounts.close({ params: { accountId: account.id }, body: { name } });
    } catch (error) {
      return errorCode(error);
    }
    drop(account, 'closed');
    return null;
  };
  return (
    <IntroSection title={t('close.title')} intro={t('close.intro')}>
      <div>
        <Button variant="danger" onClick={() => setAsking(true)}>
          {t('close.act')}
        </Button>
      </div>
      {asking && (
        <CloseStudioDialog name={account.name} date={date} onClose={() => setAsking(false)} onConfirm={close} />
      )}
    </IntroSection>
  );
}
