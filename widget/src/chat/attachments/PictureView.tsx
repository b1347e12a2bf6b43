import { use, useEffect, useRef, useState } from "react";
import { FetchFileContext } from "../connection/fetchFile";
import { useChatText } from "../texts/useChatText";
import type { Delivery, Picture } from "../timeline/days";
import { PictureDialog } from "./PictureDialog";
import { useObjectUrl } from "./useObjectUrl";

export interface PictureViewProps {
  picture: Picture;
  /** Of the visitor's own message. */
  delivery: Delivery | undefined;
}

/** How far from what is visible an image begins to load. */
const LOADED_AHEAD = "400px";

/** The image of a message, which opens large. It fills the place that `PictureFrame` keeps for it. */
export function PictureView({ picture, delivery }: PictureViewProps) {
  const text = useChatText();
  const [isOpen, setOpen] = useState(false);
  const { place, image, hasFailed, retry } = useImage(picture);
  const [isBroken, setBroken] = useState(false);
  const address = useObjectUrl(image);
  const { name, width, height } = picture;

  if (hasFailed || isBroken) {
    return (
      <span className="picture__failure">
        <span className="visually-hidden">{`${name}: `}</span>
        <span>{text("image_failed")}</span>
        {hasFailed && (
          <button type="button" className="link-button" onClick={retry}>
            {text("try_again")}
          </button>
        )}
      </span>
    );
  }
  if (!address) {
    return (
      <span className="picture__wait" ref={place}>
        <span className="visually-hidden">{name}</span>
      </span>
    );
  }
  const label = text("open_image", { name });
  return (
    <>
      <button
        type="button"
        className="picture__open"
        aria-label={label}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {/* biome-ignore lint/a11y/noNoninteractiveElementInteractions: a failure to show it is no act of the visitor. */}
        <img src={address} alt="" width={width} height={height} onError={() => setBroken(true)} />
      </button>
      {delivery && <Progress delivery={delivery} name={name} />}
      {isOpen && <PictureDialog picture={picture} address={address} onClose={() => setOpen(false)} />}
    </>
  );
}

function Progress({ delivery: { state, progress }, name }: { delivery: Delivery; name: string }) {
  const isShown = state === "sending" && progress >= 0;
  return isShown && <progress className="picture__progress" max={100} value={progress} aria-label={name} />;
}

/** Returns the image: the one that this page has, which stays when its message arrives, or else the server's, once it is near. */
function useImage({ blob, url }: Picture) {
  const fetchFile = use(FetchFileContext);
  const place = useRef<HTMLSpanElement>(null);
  const [image, setImage] = useState(blob);
  const [attempt, setAttempt] = useState(0);
  const [failedAttempt, setFailedAttempt] = useState<number>();

  useEffect(() => {
    if (image || !url || !place.current) return;
    let isCurrent = true;
    const load = () =>
      fetchFile(url).then(
        (fetched) => isCurrent && setImage(fetched),
        (error: unknown) => {
          console.warn("An image could not be loaded:", error);
          if (isCurrent) setFailedAttempt(attempt);
        },
      );
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        void load();
      },
      { root: place.current.closest(".chat__scroll"), rootMargin: LOADED_AHEAD },
    );
    observer.observe(place.current);
    return () => {
      isCurrent = false;
      observer.disconnect();
    };
  }, [fetchFile, image, url, attempt]);

  return {
    place,
    image,
    hasFailed: failedAttempt === attempt,
    retry: () => setAttempt(attempt + 1),
  };
}
