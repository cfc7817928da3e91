import { clsx } from 'clsx';
import {
  createContext,
  type FormEvent,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { type BlockerFunction, useBlocker, useLocation } from 'react-router-dom';
import { useWritable } from '#web/lib/sync/writable.ts';
import { Button } from '../ui/inputs/button.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { useToast } from '../ui/overlays/toast.tsx';
import { type FormState, savingState } from './saving-state.ts';

interface FormActs {
  submit: () => void;
  /** Drops the edits, and returns a function that restores them. */
  discard: () => () => void;
}

interface Registry {
  /** `null` once the form is gone. */
  report: (id: string, state: FormState | null) => void;
  acts: Map<string, FormActs>;
}

const RegistryContext = createContext<Registry | null>(null);

/**
 * Makes a form a part of its page's one Save button.
 * @param form `isSaving` is true from the submission until the server's answer
 */
export function useSettingsForm({ isClean, isSaving, isWrong, submit, discard }: FormState & FormActs): void {
  const id = useId();
  const registry = use(RegistryContext);
  if (!registry) throw new Error('a form of the settings needs SettingsForms above it');
  const { report, acts } = registry;
  useEffect(() => void acts.set(id, { submit, discard }));
  useEffect(() => report(id, { isClean, isSaving, isWrong }), [report, id, isClean, isSaving, isWrong]);
  useEffect(
    () => () => {
      acts.delete(id);
      report(id, null);
    },
    [report, acts, id],
  );
}

interface SettingsFormsProps {
  className?: string;
  readOnly?: boolean;
  children: ReactNode;
}

/**
 * A page of the settings: its forms are drafts, which one button saves. Leaving the page with unsaved changes asks.
 * @param props.readOnly the role may change nothing, so that there is nothing to save
 */
export function SettingsForms({ className, readOnly = false, children }: SettingsFormsProps) {
  const { t } = useTranslation('settings');
  const toast = useToast();
  const [forms, setForms] = useState<ReadonlyMap<string, FormState>>(new Map());
  const [acts] = useState(() => new Map<string, FormActs>());
  const report = useCallback((id: string, state: FormState | null) => {
    setForms((now) => {
      const next = new Map(now);
      if (state) next.set(id, state);
      else next.delete(id);
      return next;
    });
  }, []);
  const [registry] = useState<Registry>({ report, acts });
  const changed = [...forms].filter(([, { isClean }]) => !isClean).map(([id]) => id);
  const save = () => {
    for (const id of changed) acts.get(id)?.submit();
  };
  const discard = () => {
    const restores = changed.map((id) => acts.get(id)?.discard());
    toast({
      title: t('saving.discarded'),
      onUndo: () => {
        for (const restore of restores) restore?.();
      },
    });
  };
  return (
    <RegistryContext value={registry}>
      <div className={className}>
        {children}
        {!readOnly && <SaveBar forms={[...forms.values()]} onSave={save} onDiscard={discard} />}
      </div>
    </RegistryContext>
  );
}

interface SaveBarProps {
  forms: readonly FormState[];
  onSave: () => void;
  onDiscard: () => void;
}

/** Says whether the page's changes are saved, and saves them. It stays at the window's bottom; on phones with changes only. */
function SaveBar({ forms, onSave, onDiscard }: SaveBarProps) {
  const { t } = useTranslation(['settings', 'common']);
  const state = savingState(forms, useWritable());
  const isClean = forms.every((form) => form.isClean);
  return (
    <div
      className={clsx(
        'sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-paper px-4 py-3 max-md:bottom-14 md:mx-0 md:px-0',
        state === 'saved' && 'max-md:static',
      )}
    >
      <Button
        variant={isClean ? 'secondary' : 'primary'}
        writes
        disabled={isClean}
        loading={state === 'saving'}
        onClick={onSave}
      >
        {t('common:save')}
      </Button>
      {!isClean && (
        <Button variant="quiet" onClick={onDiscard}>
          {t('saving.discard')}
        </Button>
      )}
      <p role="status" data-saving={state} className="text-caption text-soft">
        {state === 'waiting' ? t('common:waiting') : t(`saving.${state}`)}
      </p>
      <LeaveGuard isClean={isClean} onSave={onSave} />
    </div>
  );
}

/**
 * Asks before another page is opened while changes are not saved. They are drafts, so leaving without saving keeps them.
 * Redirects pass: the end of a session or of a right is nobody's choice. So does Back from the next page, which React
 * may not have rendered yet.
 */
function LeaveGuard({ isClean, onSave }: { isClean: boolean; onSave: () => void }) {
  const { t } = useTranslation('settings');
  const { pathname: here } = useLocation();
  const blocker = useBlocker(
    useCallback<BlockerFunction>(
      ({ currentLocation: from, nextLocation: to, historyAction }) =>
        !isClean && historyAction !== 'REPLACE' && from.pathname === here && to.pathname !== here,
      [isClean, here],
    ),
  );
  const [isLeaving, setLeaving] = useState(false);
  const isBlocked = blocker.state === 'blocked';
  const stay = useCallback(() => {
    setLeaving(false);
    blocker.reset?.();
  }, [blocker]);
  useEffect(() => {
    if (!isBlocked || !isLeaving) return;
    if (isClean) return blocker.proceed();
    // A refused save leaves the page only after another answer.
    document.addEventListener('input', stay, { once: true });
    return () => document.removeEventListener('input', stay);
  }, [isBlocked, isLeaving, isClean, blocker, stay]);
  return (
    <Dialog
      open={isBlocked && !isLeaving}
      onOpenChange={(open) => !open && stay()}
      title={t('saving.leave.title')}
      description={t('saving.leave.text')}
      footer={
        <>
          <Button onClick={() => blocker.proceed?.()}>{t('saving.leave.later')}</Button>
          <Button
            variant="primary"
            writes
            onClick={() => {
              setLeaving(true);
              onSave();
            }}
          >
            {t('saving.leave.save')}
          </Button>
        </>
      }
    />
  );
}

interface SettingsSectionProps {
  title: string;
  intro?: string;
  /** Shows the error or the success message. */
  notice?: ReactNode;
  disabled: boolean;
  draft: { isClean: boolean; isAwaited: boolean } & Pick<FormActs, 'discard'>;
  form: { isSubmitting: boolean; isWrong: boolean; submit: (event: FormEvent<HTMLFormElement>) => void };
  children: ReactNode;
}

interface SavedByPageProps {
  /** Names the form. */
  label: string;
  draft: SettingsSectionProps['draft'];
  form: { isSubmitting: boolean; isWrong: boolean };
}

/** Within a form: the page's button saves it. Its hidden button lets Enter submit a form of several fields. */
export function SavedByPage({ label, draft: { isClean, isAwaited, discard }, form }: SavedByPageProps) {
  const button = useRef<HTMLButtonElement>(null);
  useSettingsForm({
    isClean,
    isSaving: form.isSubmitting || isAwaited,
    isWrong: form.isWrong,
    submit: () => button.current?.form?.requestSubmit(),
    discard,
  });
  return <button ref={button} type="submit" hidden disabled={isClean} aria-label={label} />;
}

/** A form of a settings page, which the page's button saves. */
export function SettingsSection({ draft, form, ...props }: SettingsSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <form noValidate onSubmit={form.submit}>
        <fieldset disabled={props.disabled} className="flex min-w-0 flex-col gap-5">
          <div className="flex flex-col gap-1 border-b border-line pb-3">
            <h2 id={id} className="text-lead font-semibold">
              {props.title}
            </h2>
            {props.intro && <p className="measure text-soft">{props.intro}</p>}
          </div>
          {props.notice}
          {props.children}
          <SavedByPage label={props.title} draft={draft} form={form} />
        </fieldset>
      </form>
    </section>
  );
}
