import { Play } from 'lucide-react';
import { type KeyboardEvent, type Ref, useImperativeHandle, useRef, useState } from 'react';
import { clsx } from 'clsx';

export interface PlayerHandle {
  /** Starts the video, or plays or pauses it. */
  toggle: () => void;
}

interface VideoPlayerProps {
  /** Label of the button: "Play video, 0:42". */
  label: string;
  /** Name of the player: "Video, 0:42". */
  name: string;
  /** Text if the browser cannot play the format. */
  failedText: string;
  /** Returns why the video is refused, once the browser has failed to play it; null if it is not. */
  refusal?: () => Promise<string | null>;
  poster?: string | undefined;
  /** Width divided by height. */
  ratio: number;
  /** Returns the address of the video, which may expire; called again then. */
  source: () => Promise<string>;
  className?: string;
  ref?: Ref<PlayerHandle>;
}

/** Fits the player into its parent, at the ratio of its poster. */
const FIT = (ratio: number) => ({ aspectRatio: ratio, width: `min(100cqw, 100cqh * ${ratio})` });

/**
 * Play button over a poster, and after a press the browser's own player. The poster itself is below, in the parent:
 * nothing of a video is loaded before a person plays it. At its end the poster is back.
 */
export function VideoPlayer({
  label,
  name,
  failedText,
  refusal,
  poster,
  ratio,
  source,
  className,
  ref,
}: VideoPlayerProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [src, setSrc] = useState<string | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  /** Position at which the address expired, in seconds. */
  const resumeAt = useRef(0);

  const open = () => {
    setFailed(null);
    source().then(setSrc, fail);
  };
  const fail = async () => setFailed((await refusal?.()) ?? failedText);
  const toggle = () => {
    const element = video.current;
    if (!element) open();
    else if (element.paused) element.play().catch(() => undefined);
    else element.pause();
  };
  useImperativeHandle(ref, () => ({ toggle }));

  const interrupted = () => {
    const at = video.current?.currentTime ?? 0;
    setSrc(null);
    // A second failure at the same position is the format's.
    if (at <= resumeAt.current) return void fail();
    resumeAt.current = at;
    open();
  };
  const ended = () => {
    resumeAt.current = 0;
    setSrc(null);
  };
  // The arrow keys seek; they would also change the photo.
  const onKeyDown = (event: KeyboardEvent) => {
    if (/^(Arrow|Home$|End$)/.test(event.key)) event.stopPropagation();
  };
  return (
    <div className={clsx('pointer-events-none flex items-center justify-center [container-type:size]', className)}>
      {src === null ? (
        <div className="flex flex-col items-center gap-3">
          <button
            type="button"
            aria-label={label}
            title={label}
            onClick={open}
            className="pointer-events-auto flex size-16 items-center justify-center rounded-full bg-veil text-on-photo outline-offset-2"
          >
            <Play aria-hidden className="ml-1 size-7 fill-current" />
          </button>
          {failed !== null && (
            <p
              role="alert"
              className="pointer-events-auto max-w-80 rounded-control bg-raised px-4 py-2 text-center text-ink"
            >
              {failed}
            </p>
          )}
        </div>
      ) : (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- a client's clip has no captions
        <video
          ref={video}
          key={src}
          src={src}
          poster={poster}
          aria-label={name}
          controls
          playsInline
          preload="metadata"
          // A press has started it.
          autoPlay
          onLoadedMetadata={({ currentTarget }) => {
            if (resumeAt.current > 0) currentTarget.currentTime = resumeAt.current;
            currentTarget.focus({ preventScroll: true });
          }}
          onError={interrupted}
          onEnded={ended}
          onKeyDown={onKeyDown}
          style={FIT(ratio)}
          className="pointer-events-auto max-h-full rounded-print bg-sunken object-contain"
        />
      )}
    </div>
  );
}
