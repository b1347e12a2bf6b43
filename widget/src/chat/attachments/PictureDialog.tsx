import { useEffect, useRef } from "react";
import { CloseIcon } from "../../shell/icons";
import { useText } from "../../texts/useText";
import { useFormats } from "../../uploads/useFormats";
import { useChatText } from "../texts/useChatText";
import type { Picture } from "../timeline/days";

interface Props {
  picture: Picture;
  /** The image's address in the browser's memory. */
  address: string;
  onClose: () => void;
}

/** An image as large as the window allows. Escape and a press beside it close it; the focus returns to where it was. */
export function PictureDialog({ picture, address, onClose }: Props) {
  const text = useChatText();
  const commonText = useText();
  const { fileSize } = useFormats();
  const dialog = useRef<HTMLDialogElement>(null);
  const { name, size, width, height } = picture;
  useEffect(() => dialog.current?.showModal(), []);
  const close = () => dialog.current?.close();

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a press beside the image closes the dialog; the keyboard has Escape.
    <dialog
      ref={dialog}
      className="viewer"
      aria-label={name}
      onClose={onClose}
      onClick={({ target }) => {
        if (target instanceof Element && !target.closest(".viewer__bar, .viewer__image")) close();
      }}
    >
      <div className="viewer__bar">
        <p className="viewer__text">
          <bdi className="viewer__name">{name}</bdi> <bdi>{fileSize(size)}</bdi>
        </p>
        <a className="icon-button" href={address} download={name} title={text("download")}>
          <DownloadIcon />
          <span className="visually-hidden">{text("download")}</span>
        </a>
        <button type="button" className="icon-button" title={commonText("close")} onClick={close}>
          <CloseIcon />
          <span className="visually-hidden">{commonText("close")}</span>
        </button>
      </div>
      <div className="viewer__stage">
        <img className="viewer__image" src={address} alt={name} width={width} height={height} />
      </div>
    </dialog>
  );
}

function DownloadIcon() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d="M12 4v11m-4.5-4.5L12 15l4.5-4.5M5 19h14" />
    </svg>
  );
}
