import { type ChangeEvent, useState } from "react";
import { ErrorText } from "../../inputs/ErrorText";
import { canCaptureScreen, captureScreen } from "../../uploads/captureScreen";
import { type Accepted, acceptAttribute, MAX_FILE_BYTES } from "../../uploads/checkFile";
import { useUploadText } from "../../uploads/texts/useUploadText";
import { useFormats } from "../../uploads/useFormats";
import { AddIcon, CameraIcon, ScreenIcon } from "./icons";

interface Props {
  accepted: Accepted;
  multiple: boolean;
  offersCapture: boolean;
  onPick: (files: readonly File[]) => void;
}

/** The ways to add a file by hand: the browser's picker, a telephone's camera, a capture of the screen. */
export function Picker({ accepted, multiple, offersCapture, onPick }: Props) {
  const text = useUploadText();
  const { fileSize } = useFormats();
  const [captureError, setCaptureError] = useState<string>();
  const images = accepted === "images";

  const pick = ({ target }: ChangeEvent<HTMLInputElement>) => {
    setCaptureError(undefined);
    onPick([...(target.files ?? [])]);
    // Else the same file could not be chosen again after it was removed.
    target.value = "";
  };
  const capture = async () => {
    setCaptureError(undefined);
    try {
      const file = await captureScreen(text("screenshot_name"));
      if (file) onPick([file]);
    } catch (error) {
      console.warn("The screen could not be captured:", error);
      setCaptureError(text("capture_failed"));
    }
  };

  return (
    <div className="picker">
      <label className="picker__area">
        <input
          className="picker__input"
          type="file"
          accept={acceptAttribute(accepted)}
          multiple={multiple}
          onChange={pick}
        />
        <AddIcon />
        <span className="picker__text">
          <bdi className="picker__choose">{text(chooseKey(images, multiple))}</bdi>{" "}
          <bdi className="picker__drop">{text(multiple ? "or_drop_several" : "or_drop")}</bdi>
        </span>{" "}
        <bdi className="picker__limits">
          {text(images ? "image_limits" : "limits", { size: fileSize(MAX_FILE_BYTES) })}
        </bdi>
      </label>
      <div className="picker__others">
        <label className="button button--secondary picker__camera">
          <input
            className="picker__input"
            type="file"
            accept="image/*"
            capture="environment"
            onChange={pick}
          />
          <CameraIcon />
          <span>{text("take_photo")}</span>
        </label>
        {offersCapture && canCaptureScreen() && (
          <button className="button button--secondary" type="button" onClick={capture}>
            <ScreenIcon />
            <span>{text("capture_screen")}</span>
          </button>
        )}
      </div>
      <div aria-live="polite">
        <ErrorText error={captureError} />
      </div>
    </div>
  );
}

function chooseKey(images: boolean, multiple: boolean) {
  if (images) return multiple ? "choose_images" : "choose_image";
  return multiple ? "choose_files" : "choose_file";
}
