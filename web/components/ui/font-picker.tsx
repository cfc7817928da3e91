import { RadioGroup } from 'radix-ui';
import { useId } from 'react';

interface FontPickerProps {
  label: string;
  /** CSS font family of the chosen font. */
  value: string;
  onChange: (family: string) => void;
  fonts: readonly { family: string; name: string }[];
  /** Sample text shown in each font: the studio's name. */
  sample: string;
}

/** Radio group of fonts, each shown in itself. The page must have loaded them. */
export function FontPicker({ label, value, onChange, fonts, sample }: FontPickerProps) {
  const id = useId();
  return (
    <RadioGroup.Root aria-labelledby={id} value={value} onValueChange={onChange} className="flex flex-col gap-1.5">
      <span id={id} className="text-caption font-medium">
        {label}
      </span>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        {fonts.map((font) => (
          <RadioGroup.Item
            key={font.family}
            value={font.family}
            aria-label={font.name}
            className="flex min-h-20 min-w-0 flex-col justify-between rounded-control border border-line bg-raised p-3 text-left transition-colors hover:border-edge data-[state=checked]:border-accent data-[state=checked]:bg-accent-tint"
          >
            <span style={{ fontFamily: font.family }} className="max-w-full truncate text-lead">
              {sample}
            </span>
            <span className="text-caption text-soft">{font.name}</span>
          </RadioGroup.Item>
        ))}
      </div>
    </RadioGroup.Root>
  );
}
