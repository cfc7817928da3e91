import { type RefObject, useEffect, useRef, useState } from 'react';

const WRONG = '[aria-invalid="true"], [data-wrong] :is(input, button)';

/** Focuses the first invalid field. Call `refuse` when the errors are about to be shown. */
export function useFocusFirstError(): { form: RefObject<HTMLFormElement | null>; refuse: () => void } {
  const form = useRef<HTMLFormElement>(null);
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>(WRONG)?.focus();
  }, [refusals]);
  return { form, refuse: () => setRefusals((count) => count + 1) };
}
