import { useQuery } from '@rocicorp/zero/react';
import { CircleHelp, type LucideIcon, HandCoins, ListChecks, Mail } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import {
  QUIET_HOURS,
  chooseStepMail,
  stepContent,
  type StepContent,
  type StepKind,
  type StepSettings,
  type StepTiming,
} from '#core/domain/sessions/automations.ts';
import { localDate, instantAtMinute } from '#core/domain/values/time.ts';
import { hideFields } from '#core/domain/messages/message-templates.ts';
import { can } from '#core/domain/studio/roles.ts';
import { queries } from '#core/zero/queries.ts';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useNow } from '#web/lib/format/use-now.ts';
import { useLanguage } from '#web/lib/i18n/use-language.ts';

export const STEP_ICONS = {
  mail: Mail,
  questionnaire: CircleHelp,
  balance: HandCoins,
  checklist: ListChecks,
} as const satisfies Record<StepKind, LucideIcon>;

interface StoredContent {
  kind: StepKind;
  settings: StepSettings;
}

/** Returns a stored step's content; undefined if it is not understood. */
export const readContent = ({ kind, settings }: StoredContent): StepContent | undefined =>
  stepContent.safeParse({ kind, settings }).data;

/** Returns functions that describe steps. */
export function useStepLabels() {
  const { t } = useTranslation('automations');
  const { timeZone, language: ofStudio, role } = useAccount();
  const [questionnaires] = useQuery(queries.questionnaires.templates(), { enabled: can(role, 'sessions.write') });
  const language = useLanguage();
  const format = useFormat();
  const now = useNow();
  const timeOf = (minute: number) => format.time(instantAtMinute(localDate(now, timeZone), minute, timeZone));
  return {
    /** Clock times of the quiet hours. */
    quietHours: { from: timeOf(QUIET_HOURS.from), until: timeOf(QUIET_HOURS.until) },
    /** Returns "3 days before the session, at 10:00". */
    whenOf: ({ anchor, offsetUnit, offsetAmount, timeOfDay }: StepTiming): string => {
      const count = Math.abs(offsetAmount);
      if (count === 0 && offsetUnit === 'days') return t('when.day', { time: timeOf(timeOfDay) });
      if (count === 0) return anchor === 'shoot' ? t('when.start') : t(`when.${anchor}.now`);
      const side = anchor !== 'shoot' ? anchor : offsetAmount < 0 ? 'before' : 'after';
      return offsetUnit === 'days'
        ? t(`when.${side}.days`, { count, time: timeOf(timeOfDay) })
        : t(`when.${side}.hours`, { count });
    },
    /** Returns "Email “What to wear”". */
    whatOf: (stored: StoredContent): string => {
      const content = readContent(stored);
      switch (content?.kind) {
        case 'mail':
          return t('what.mail', {
            name: hideFields(chooseStepMail(content.settings.texts, language, ofStudio)?.subject ?? ''),
          });
        case 'checklist':
          return t('what.checklist', { name: content.settings.text });
        case 'questionnaire': {
          const { templateId } = content.settings;
          const name = questionnaires.find(({ id }) => id === templateId)?.name;
          return name === undefined ? t('step.kinds.questionnaire') : t('what.questionnaire', { name });
        }
        case 'balance':
          return t('what.balance');
        default:
          return t(`step.kinds.${stored.kind}`);
      }
    },
  };
}
