import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { can } from '#core/domain/studio/roles.ts';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { localDate } from '#core/domain/values/time.ts';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { DateField } from '#web/components/ui/inputs/date-field.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { SegmentedControl } from '#web/components/ui/inputs/segmented-control.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { Dialog } from '#web/components/ui/overlays/dialog.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useNow } from '#web/lib/format/use-now.ts';
import { dateInput, readDateInput } from '#web/lib/format/wall-clock.ts';
import { ChangeList } from './change-list.tsx';
import { CheckList, type GoTo } from './checks-panel.tsx';
import { DraftOnPhone } from './draft-on-phone.tsx';
import { PlannedBanner, PublishedSite } from './published-site.tsx';
import { usePublish } from './use-publish.ts';
import { type Publishing, usePublicAddress } from './use-publishing.ts';
import { useSiteChecks } from './use-site-checks.ts';

interface PublishDialogProps {
  publishing: Publishing;
  onGo?: GoTo | undefined;
  onClose: () => void;
}

/** Publishes the drafts, or some of them, now or at a planned time; shows what is wrong with them first. */
export function PublishDialog({ publishing, onGo, onClose }: PublishDialogProps) {
  const { t } = useTranslation(['publishing', 'common']);
  const { role, timeZone } = useAccount();
  const address = usePublicAddress();
  const { changes, drafts, liveId, plan, defaultPage } = publishing;
  // Changes that arrive while the dialog is open are included unless their page was left out.
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [when, setWhen] = useState<'now' | 'later'>('now');
  const [date, setDate] = useState(() => tomorrowMorning(timeZone));
  const [home, setHome] = useState('');
  const { publish, schedule, state, failure } = usePublish();
  const mayPublish = can(role, 'site.publish');
  const isAll = when === 'later' || left.size === 0;
  const ids = useMemo(() => changes.map(({ id }) => id).filter((id) => isAll || !left.has(id)), [changes, left, isAll]);
  const { checks, isKnown } = useSiteChecks(publishing, ids);
  const isBlocked = checks.some(({ severity }) => severity === 'blocks');
  const at = readDateInput(date, timeZone);
  const pages = drafts.filter(({ settings }) => settings.kind !== 'post');
  const needsHome = !pages.some(({ path }) => path === defaultPage) && pages.length > 0;
  const chosenHome = home || pages[0]?.path || '';
  const go: GoTo | undefined = onGo && ((...to) => (onClose(), onGo(...to)));
  if (state === 'published') return <PublishedSite address={address} onClose={onClose} />;
  const submit = () => {
    const newHome = needsHome ? chosenHome : null;
    if (when === 'later') return at !== null && void schedule(at, newHome).then((done) => done && onClose());
    void publish(isAll ? null : ids, newHome);
  };
  const canSubmit = changes.length > 0 && ids.length > 0 && isKnown && !isBlocked && (when === 'now' || at !== null);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && state !== 'publishing' && onClose()}
      title={t(liveId === null ? 'dialog.first' : 'dialog.title')}
      size="wide"
      footer={
        <>
          <Button onClick={onClose}>{t(mayPublish && changes.length > 0 ? 'common:cancel' : 'common:close')}</Button>
          {mayPublish && changes.length > 0 && (
            <Button variant="primary" writes disabled={!canSubmit} loading={state === 'publishing'} onClick={submit}>
              {t(when === 'later' ? 'dialog.plan' : 'dialog.publish', { count: ids.length })}
            </Button>
          )}
        </>
      }
    >
      {!mayPublish && <Banner title={t('role.title')}>{t('role.text')}</Banner>}
      {plan && <PlannedBanner plan={plan} />}
      {failure && <Banner tone="danger">{t(`refused.${failure}`)}</Banner>}
      {liveId === null && <Banner title={t('first.title')}>{t('first.text', { address })}</Banner>}
      {changes.length === 0 ? (
        <p className="text-soft">{t('dialog.nothing')}</p>
      ) : (
        <ChangeList
          changes={changes}
          isFirst={liveId === null}
          chosen={new Set(ids)}
          onChoose={
            mayPublish && when === 'now'
              ? (chosen) => setLeft(new Set(changes.map(({ id }) => id).filter((id) => !chosen.has(id))))
              : undefined
          }
        />
      )}
      {changes.length > 0 && (
        <section aria-labelledby="publish-checks" className="flex flex-col gap-2">
          <h3 id="publish-checks" className="font-medium">
            {t('checks.title')}
          </h3>
          {isKnown && isBlocked && <p className="measure text-soft">{t('checks.blocked')}</p>}
          <CheckList checks={checks} isKnown={isKnown} publishing={publishing} onGo={go} />
        </section>
      )}
      {mayPublish && changes.length > 0 && (
        <>
          {needsHome && (
            <Field label={t('home.label')} hint={t('home.hint', { address })}>
              <Select
                value={chosenHome}
                onChange={({ target }) => setHome(target.value)}
                options={pages.map(({ path, title }) => ({ value: path, label: title }))}
              />
            </Field>
          )}
          <PublishTime when={when} onWhen={setWhen} date={date} onDate={setDate} />
        </>
      )}
      {drafts.length > 0 && (
        <div className="flex flex-wrap gap-2">
          <DraftOnPhone />
        </div>
      )}
    </Dialog>
  );
}

interface PublishTimeProps {
  when: 'now' | 'later';
  onWhen: (when: 'now' | 'later') => void;
  /** `2026-11-21T10:00` in the studio's zone. */
  date: string;
  onDate: (date: string) => void;
}

/** Choice between publishing now and at a time. */
function PublishTime({ when, onWhen, date, onDate }: PublishTimeProps) {
  const { t } = useTranslation('publishing');
  const { timeZone } = useAccount();
  const now = useNow();
  return (
    <div className="flex flex-col items-start gap-4">
      <SegmentedControl
        label={t('when.label')}
        value={when}
        onChange={onWhen}
        options={[
          { value: 'now', label: t('when.now') },
          { value: 'later', label: t('when.later') },
        ]}
      />
      {when === 'later' && (
        <DateField
          label={t('when.date')}
          withTime
          zone={timeZone}
          value={date}
          min={dateInput(now, timeZone)}
          onChange={onDate}
          hint={t('when.hint')}
          error={readDateInput(date, timeZone) === null ? t('when.needed') : undefined}
        />
      )}
    </div>
  );
}

/** Nine in the morning of the next day, as `2026-11-21T09:00`: a time to begin with. */
function tomorrowMorning(zone: string): string {
  return `${localDate(Date.now() + DAY_MS, zone)}T09:00`;
}
