import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '#web/components/layout/form-dialog.tsx';
import { IntroSection } from '#web/components/layout/page-section.tsx';
import { useApiCall } from '#web/components/layout/use-api-call.ts';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { errorCode, useApi } from '#web/lib/api/api-context.tsx';
import type { DeletionPreview, DeletionSummary } from './deletion-summary.ts';
import { useAuthErrorText } from './security-errors.ts';

interface DeleteAccountSectionProps {
  userId: string;
  email: string;
  /** Called once the account is deleted, to leave for a page without sign-in. */
  onRemoved: (summary: DeletionSummary) => void;
}

/** Deletes the user's account after showing the consequences. */
export function DeleteAccountSection({ userId, email, onRemoved }: DeleteAccountSectionProps) {
  const { t } = useTranslation('security');
  const api = useApi();
  const problem = useAuthErrorText();
  const [consequences, setConsequences] = useState<DeletionPreview | null>(null);
  const { call, busy, failure } = useApiCall({ showsFailure: true });
  const look = () => void call(async () => setConsequences(await api.me.deletion()));
  const remove = async (typed: string) => {
    try {
      await api.me.remove({ body: { email: typed } });
    } catch (error) {
      return errorCode(error);
    }
    const { deleted = [], left = [] } = consequences ?? {};
    const names = (studios: readonly { name: string }[]) => studios.map(({ name }) => name);
    onRemoved({ userId, email, deleted: names(deleted), left: names(left), at: Date.now() });
    return null;
  };
  return (
    <IntroSection title={t('remove.title')} intro={t('remove.intro')}>
      {failure && <Banner tone="danger">{problem(failure)}</Banner>}
      <div>
        <Button variant="danger" loading={busy} onClick={look}>
          {t('remove.act')}
        </Button>
      </div>
      {consequences && (
        <DeleteAccountDialog
          email={email}
          consequences={consequences}
          onRemove={remove}
          onClose={() => setConsequences(null)}
        />
      )}
    </IntroSection>
  );
}

/** Lists the studios that are deleted with their only owner, and their contents. */
function DeletedStudios({ studios }: { studios: DeletionPreview['deleted'] }) {
  const { t } = useTranslation('security');
  return (
    <div className="flex flex-col gap-2">
      <p>{t('remove.deleted')}</p>
      <ul className="flex flex-col divide-y divide-line border-y border-line">
        {studios.map(({ id, name, galleries, photos, members }) => (
          <li key={id} className="py-2">
            <p className="font-medium wrap-anywhere">{name}</p>
            <p className="text-caption text-soft">
              {t('remove.studio', {
                galleries: t('remove.galleries', { count: galleries }),
                photos: t('remove.photos', { count: photos }),
                members: t('remove.members', { count: members }),
              })}
            </p>
          </li>
        ))}
      </ul>
      <p className="text-soft">{t('remove.advice')}</p>
    </div>
  );
}

interface DeleteAccountDialogProps {
  email: string;
  consequences: DeletionPreview;
  /** Deletes the account. Returns null on success, otherwise an error code. */
  onRemove: (typed: string) => Promise<string | null>;
  onClose: () => void;
}

/** Lists the data to be deleted and asks for the email address as confirmation: deletion is final. */
function DeleteAccountDialog({ email, consequences: { deleted, left }, onRemove, onClose }: DeleteAccountDialogProps) {
  const { t } = useTranslation('security');
  const problem = useAuthErrorText();
  const [typed, setTyped] = useState('');
  const [failure, setFailure] = useState<string>();
  const [removing, setRemoving] = useState(false);
  const errorText = (code: string) =>
    code === 'confirmation_wrong' || code === 'validation_failed' ? t('remove.wrong') : problem(code);
  const submit = async () => {
    setRemoving(true);
    setFailure(undefined);
    const refusal = await onRemove(typed.trim().toLowerCase());
    if (!refusal) return;
    setRemoving(false);
    setFailure(errorText(refusal));
  };
  return (
    <FormDialog
      title={t('remove.ask')}
      description={t('remove.noUndo')}
      submitLabel={t('remove.act')}
      button={{ variant: 'danger', loading: removing }}
      onSubmit={submit}
      onClose={onClose}
    >
      {deleted.length > 0 && <DeletedStudios studios={deleted} />}
      {left.length > 0 && (
        <div className="flex flex-col gap-1">
          <p>{t('remove.left')}</p>
          <ul className="list-disc pl-5 wrap-anywhere">
            {left.map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
          </ul>
        </div>
      )}
      {deleted.length + left.length === 0 && <p>{t('remove.nothing')}</p>}
      {email ? (
        <Field label={t('remove.email', { email })} required error={failure}>
          <TextInput
            type="email"
            inputMode="email"
            autoComplete="off"
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setFailure(undefined);
            }}
          />
        </Field>
      ) : (
        failure && <p role="alert">{failure}</p>
      )}
    </FormDialog>
  );
}
