import { useQuery } from '@rocicorp/zero/react';
import { Archive, ArchiveRestore, Ellipsis, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { SESSION_STATUSES } from '#core/domain/sessions/sessions.ts';
import { queries } from '#core/zero/queries.ts';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { RecordPage } from '#web/components/layout/record-page.tsx';
import { SettingsForms } from '#web/components/layout/settings-forms.tsx';
import { IconButton } from '#web/components/ui/inputs/button.tsx';
import { ConfirmDialog } from '#web/components/ui/overlays/dialog.tsx';
import { Menu } from '#web/components/ui/overlays/menu.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useNewDraft } from '#web/lib/forms/new-draft.ts';
import { paths, sessionTypeHref } from '#web/lib/paths.ts';
import { useTypeStates } from '#web/lib/sessions/use-type-states.ts';
import { PlansSection } from '../plans/plans-section.tsx';
import type { SessionTypeRow } from '../types.ts';
import { CancellationSection } from './cancellation-section.tsx';
import { OnlinePaymentSection } from './online-payment-section.tsx';
import { PictureSection } from './picture-section.tsx';
import { TypeForm } from './type-form.tsx';
import { TypeStateBanner, TypeStateTag } from './type-state.tsx';
import { emptyType, toTypeValues } from './type-values.ts';
import { useSaveType, useTypeActions } from './use-type-actions.ts';

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
  const { t } = useTranslation('scheduling');
  const { update } = useSaveType();
  const { types, isComplete } = useTypeStates();
  const state = isComplete ? types.find((one) => one.type.id === type.id)?.state : undefined;
  return (
    <>
      <PageHeader
        title={type.name}
        back={{ to: paths.sessionTypes, label: t('type.title') }}
        detail={state && <TypeStateTag state={state} />}
        menu={<TypeMenu type={type} />}
      />
      <SettingsForms className="column flex flex-col gap-12">
        {state && (
          <div className="empty:hidden">
            <TypeStateBanner type={type} state={state} />
          </div>
        )}
        <TypeForm
          draftKey={`session-type:${type.id}`}
          saved={toTypeValues(type)}
          onSave={(read, mutationOptions) => update(type, read, mutationOptions)}
        />
        <PictureSection type={type} />
        <OnlinePaymentSection type={type} />
        <CancellationSection type={type} />
        <PlansSection type={type} />
        {automations}
      </SettingsForms>
    </>
  );
}

/** Menu of a session type. A type used by sessions can be archived but not deleted. */
function TypeMenu({ type }: { type: SessionTypeRow }) {
  const { t } = useTranslation(['scheduling', 'common']);
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const { archive, unarchive, remove } = useTypeActions();
  const [sessions, { type: answer }] = useQuery(
    queries.sessions.list({ statuses: [...SESSION_STATUSES], sessionTypeId: type.id, order: 'asc', limit: 1 }),
  );
  const mayGo = sessions.length === 0 && answer === 'complete';
  const goAway = async () => {
    setAsking(false);
    if (await remove(type)) await navigate(paths.sessionTypes, { replace: true });
  };
  return (
    <>
      <Menu
        trigger={<IconButton label={t('common:moreFor', { name: type.name })} icon={<Ellipsis aria-hidden />} writes />}
        groups={[
          {
            items: [
              type.archivedAt === null
                ? { label: t('type.archive'), icon: <Archive />, onSelect: () => void archive(type) }
                : { label: t('type.unarchive'), icon: <ArchiveRestore />, onSelect: () => void unarchive(type) },
              ...(mayGo
                ? [
                    {
                      label: t('type.delete'),
                      icon: <Trash2 />,
                      tone: 'danger' as const,
                      onSelect: () => setAsking(true),
                    },
                  ]
                : []),
            ],
          },
        ]}
      />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('type.deleteAsk', { name: type.name })}
        description={t('type.deleteText')}
        confirmLabel={t('type.delete')}
        onConfirm={() => void goAway()}
      />
    </>
  );
}
