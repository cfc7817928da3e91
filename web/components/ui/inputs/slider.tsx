import { useId } from 'react';

interface SliderProps {
  label: string;
  value: number;
  onChange: (value: number) => void;
  min: number;
  max: number;
  step?: number;
  /** The value in words: "25 %". */
  text: string;
}

/** Input of an approximate value. Use a TextInput for an exact one. */
export function Slider({ label, value, onChange, min, max, step = 1, text }: SliderProps) {
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col">
      <div className="flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="text-caption font-medium">
          {label}
        </label>
        <output htmlFor={id} data-figures className="text-caption text-soft">
          {text}
        </output>
      </div>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={text}
        onChange={(event) => onChange(event.target.valueAsNumber)}
        className="h-control w-full cursor-pointer accent-accent"
      />
    </div>
  );
}
