import { clsx } from 'clsx';
import { useTranslation } from 'react-i18next';
import { THEME_CHOICES, type ThemeValues } from '#core/domain/branding/theme.ts';
import { DrawnChoice } from '#web/components/ui/inputs/drawn-choice.tsx';

type Template = ThemeValues['template'];

const photo = 'bg-edge/60';
const title = 'h-1.5 rounded-full bg-ink';
const text = 'h-1 rounded-full bg-edge';

/** Drawing of each template: where its title, text and pictures are. */
const DRAWINGS: Record<Template, () => React.ReactNode> = {
  modern: () => (
    <div className="grid h-full grid-cols-[2fr_3fr] gap-2 p-2.5">
      <div className="flex flex-col gap-1.5 pt-1">
        <span className={clsx(title, 'w-4/5')} />
        <span className={clsx(text, 'w-full')} />
        <span className={clsx(text, 'w-2/3')} />
      </div>
      <span className={photo} />
    </div>
  ),
  classic: () => (
    <div className="flex h-full flex-col items-center gap-1.5 p-2.5">
      <span className={clsx(title, 'h-1! w-1/3')} />
      <span className="h-px w-full bg-edge" />
      <span className={clsx(photo, 'w-full grow')} />
    </div>
  ),
  editorial: () => (
    <div className="grid h-full grid-cols-[3fr_2fr] items-end gap-2 p-2.5">
      <span className={clsx(photo, 'h-full')} />
      <div className="flex flex-col gap-1.5 pb-1">
        <span className={clsx(title, 'h-2.5! w-full opacity-80')} />
        <span className={clsx(text, 'w-4/5')} />
      </div>
    </div>
  ),
  minimal: () => (
    <div className="flex h-full flex-col gap-2.5 p-2.5">
      <span className={clsx(title, 'h-1! w-1/5')} />
      <div className="grid grow grid-cols-3 gap-1.5">
        {[0, 1, 2, 3, 4, 5].map((key) => (
          <span key={key} className={photo} />
        ))}
      </div>
    </div>
  ),
  bold: () => (
    <div className="flex h-full flex-col gap-2 pt-2.5">
      <span className={clsx(title, 'mx-2.5 h-4! w-3/4 rounded-none!')} />
      <span className={clsx(photo, 'w-full grow')} />
    </div>
  ),
  story: () => (
    <div className="flex h-full flex-col items-center gap-1.5 pb-2">
      <span className={clsx(photo, 'w-full grow')} />
      <span className={clsx(title, 'w-2/5')} />
      <span className={clsx(text, 'w-3/5')} />
    </div>
  ),
};

interface TemplatePickerProps {
  value: Template;
  onChange: (template: Template) => void;
}

/** The templates as drawn cards. */
export function TemplatePicker({ value, onChange }: TemplatePickerProps) {
  const { t } = useTranslation('branding');
  return (
    <DrawnChoice
      label={t('template.title')}
      value={value}
      onChange={onChange}
      options={THEME_CHOICES.template.map((template) => ({
        value: template,
        label: t(`template.${template}`),
        hint: t(`template.hints.${template}`),
        drawing: DRAWINGS[template](),
      }))}
    />
  );
}
