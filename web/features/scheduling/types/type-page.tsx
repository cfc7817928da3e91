import { useQuery } from '@rocicorp/zero/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { queries } from '#core/zero/queries.ts';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { RecordPage } from '#web/components/layout/record-page.tsx';
import { Tag } from '#web/components/ui/feedback/tag.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useNewDraft } from '#web/lib/forms/new-draft.ts';
import { paths, sessionTypeHref } from '#web/lib/paths.ts';
import { PlansSection } from '../plans/plans-section.tsx';
import type { SessionTypeRow } from '../types.ts';
import { OnlinePaymentSection } from './online-payment-section.tsx';
import { TypeForm } from './type-form.tsx';
import { TypeMenu } from './type-menu.tsx';
import { emptyType, toTypeValues } from './type-values.ts';
import { useSaveType } from './use-type-actions.ts';

interface TypePageProps {
  /** Automations of the type. */
  automations: ReactNode;
}

/** Creates or edits a session type and its plans. */
export function TypePage({ automations }: TypePageProps) {
  const { t } = useTranslation('scheduling');
  const { sessionTypeId = '' } = useParams();
  const [types, { type: answer }] = useQuery(queries.sessionTypes.list());
  const type = types.find(({ id }) => id === sessionTypeId);
  if (sessionTypeId === 'new') {
    // Wait for the list: the default colour depends on the number of types.
    return answer === 'complete' || types.length > 0 ? (
      <Create types={types} answer={answer} />
    ) : (
      <LoadingPlaceholder className="mt-8 h-24" />
    );
  }
  return (
    <RecordPage
      record={type}
      isComplete={answer === 'complete'}
      missing={{
        title: t('type.missing'),
        text: t('type.missingText'),
        back: { to: paths.sessionTypes, label: t('type.title') },
      }}
    >
      {(present) => <Edit type={present} automations={automations} />}
    </RecordPage>
  );
}

interface CreateProps {
  types: readonly SessionTypeRow[];
  answer: 'unknown' | 'complete' | 'error';
}

function Create({ types, answer }: CreateProps) {
  const { t } = useTranslation('scheduling');
  const account = useAccount();
  const navigate = useNavigate();
  const { create } = useSaveType();
  const newDraft = useNewDraft(`session-type-new:${account.id}`);
  const { id } = newDraft;
  if (types.some((type) => type.id === id)) newDraft.reset(answer);
  return (
    <>
      <PageHeader title={t('type.new')} back={{ to: paths.sessionTypes, label: t('type.title') }} />
      <TypeForm
        key={newDraft.formKey}
        draftKey={newDraft.key}
        saved={emptyType(types.length)}
        saveLabel={t('type.create')}
        onSave={async (read) => {
          const done = await newDraft.submit((options) => create(id, read, options));
          // The page of the new type then shows its plans.
          if (done) await navigate(sessionTypeHref(id), { replace: true });
          return done;
        }}
      />
    </>
  );
}

function Edit({ type, automations }: TypePageProps & { type: SessionTypeRow }) {
  const { t } = useTranslation(['scheduling', 'common']);
  const { update } = useSaveType();
  return (
    <>
      <PageHeader
        title={type.name}
        back={{ to: paths.sessionTypes, label: t('type.title') }}
        detail={
          type.archivedAt !== null ? (
            <Tag>{t('type.isArchived')}</Tag>
          ) : (
            type.isBookable && <Tag tone="success">{t('type.online')}</Tag>
          )
        }
        menu={<TypeMenu type={type} />}
      />
      <div className="flex flex-col gap-12">
        <TypeForm
          draftKey={`session-type:${type.id}`}
          saved={toTypeValues(type)}
          saveLabel={t('common:save')}
          onSave={(read, mutationOptions) => update(type, read, mutationOptions)}
        />
        <div className="max-w-3xl">
          <OnlinePaymentSection type={type} />
        </div>
        <PlansSection type={type} />
        {automations}
      </div>
    </>
  );
}
