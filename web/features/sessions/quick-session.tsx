import { Popover } from 'radix-ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { MINUTE_MS } from '#core/domain/values/durations.ts';
import { CustomerField } from '#web/components/fields/customer-field.tsx';
import { FormDialog } from '#web/components/layout/form-dialog.tsx';
import { Button, buttonClass } from '#web/components/ui/inputs/button.tsx';
import { useReturnFocus } from '#web/components/ui/overlays/use-return-focus.ts';
import { isWide } from '#web/components/ui/schedule/visible-days.ts';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { type NewDraft, useNewDraft } from '#web/lib/forms/new-draft.ts';
import { newSessionHref } from '#web/lib/paths.ts';
import { dateInput } from '#web/lib/format/wall-clock.ts';
import { ConflictNotice } from './form/conflict-notice.tsx';
import { TypeField } from './form/session-fields.tsx';
import { TimeFields } from './form/time-fields.tsx';
import { useCreateSession } from './form/use-create-session.ts';

interface QuickSessionProps {
  /** Epoch milliseconds. */
  start: number;
  /** Null for the duration of the session type. */
  end: number | null;
  /** The chosen time in the calendar. */
  anchor: Element;
  onClose: () => void;
}

/** A short form for a new session at a time of the calendar: beside that time, on phones a sheet. */
export function QuickSession(props: QuickSessionProps) {
  const { id: accountId } = useAccount();
  const newDraft = useNewDraft(`session-quick:${accountId}`);
  return <QuickForm key={newDraft.formKey} newDraft={newDraft} {...props} />;
}

function QuickForm({ newDraft, start, end, anchor, onClose }: QuickSessionProps & { newDraft: NewDraft }) {
  const { t } = useTranslation(['sessions', 'common']);
  const { timeZone } = useAccount();
  const format = useFormat();
  const returnFocus = useReturnFocus();
  const [beside] = useState(isWide);
  const { draft, update, discard, form, planned } = useCreateSession(
    newDraft,
    {
      date: dateInput(start, timeZone),
      ...(end !== null && { duration: String((end - start) / MINUTE_MS) }),
    },
    {
      onCreated: onClose,
      done: ({ date, duration }) =>
        t('quick.done', { when: format.span({ start: date, end: date + duration * MINUTE_MS }) }),
    },
  );
  const close = () => {
    discard();
    onClose();
  };
  const fields = (
    <>
      <CustomerField
        required
        value={draft.customerId}
        onChange={(customerId) => update({ customerId })}
        error={form.error('customerId') && t('clientNeeded')}
      />
      <TypeField draft={draft} onChange={update} />
      <TimeFields value={draft} onChange={update} error={form.error} />
      <ConflictNotice planned={planned} />
    </>
  );
  const more = (
    <Link
      to={newSessionHref({ ...(draft.customerId && { customerId: draft.customerId }), date: planned.date ?? start })}
      className={buttonClass({ variant: 'quiet' })}
      onClick={close}
    >
      {t('quick.more')}
    </Link>
  );
  if (!beside) {
    return (
      <FormDialog
        title={t('new.title')}
        submitLabel={t('new.act')}
        button={{ writes: true, loading: form.isSubmitting }}
        onSubmit={form.submit}
        onClose={close}
      >
        {fields}
        {more}
      </FormDialog>
    );
  }
  return (
    <Popover.Root open onOpenChange={(open) => !open && close()}>
      <Popover.Anchor virtualRef={{ current: anchor }} />
      <Popover.Portal>
        <Popover.Content
          {...returnFocus}
          side="right"
          align="start"
          sideOffset={6}
          collisionPadding={12}
          aria-label={t('new.title')}
          className="z-40 max-h-(--radix-popover-content-available-height) w-96 animate-appear overflow-y-auto rounded-control border border-line bg-raised p-4 text-ink shadow-lift outline-none"
        >
          <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
            <h2 className="text-lead font-semibold">{t('new.title')}</h2>
            {fields}
            <div className="flex flex-wrap justify-end gap-2">
              {more}
              <Button type="submit" variant="primary" writes loading={form.isSubmitting}>
                {t('new.act')}
              </Button>
            </div>
          </form>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
