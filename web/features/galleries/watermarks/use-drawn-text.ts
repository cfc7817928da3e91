import { useEffect, useState } from 'react';
import { drawText, type DrawnImage, type Tone } from './draw-mark.ts';

/** The text as a mark's picture, drawn anew as it is typed; null while there is nothing to draw. */
export function useTextImage(text: string, tone: Tone): DrawnImage | null {
  const [drawn, setDrawn] = useState<DrawnImage | null>(null);
  const line = text.trim();
  useEffect(() => {
    let here = true;
    const draw = line ? drawText(line, tone) : Promise.resolve(null);
    // What cannot be drawn is not there: the form asks for another text.
    void draw.catch(() => null).then((result) => here && setDrawn(result));
    return () => {
      here = false;
    };
  }, [line, tone]);
  return drawn;
}
