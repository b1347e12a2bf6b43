/**
 * Returns whether the screen can be captured here. In the widget's frame it cannot: the host page would have to allow
 * it. On telephones browsers cannot capture at all.
 */
export function canCaptureScreen(): boolean {
  return window.parent === window && typeof navigator.mediaDevices?.getDisplayMedia === "function";
}

/**
 * Lets the visitor choose a screen, window or tab, and returns a picture of it; `undefined` where the visitor has
 * changed their mind.
 *
 * @throws when the browser does not let it be captured.
 */
export async function captureScreen(name: string): Promise<File | undefined> {
  const stream = await chooseScreen();
  if (!stream) return undefined;
  try {
    const blob = await takePicture(stream);
    return new File([blob], `${name}.png`, { type: blob.type });
  } finally {
    for (const track of stream.getTracks()) track.stop();
  }
}

async function chooseScreen(): Promise<MediaStream | undefined> {
  try {
    return await navigator.mediaDevices.getDisplayMedia({ video: true, audio: false });
  } catch (error) {
    const isRefused = error instanceof DOMException && error.name === "NotAllowedError";
    // Whether the visitor or the operating system has refused is in the text only, and not in that of all browsers.
    if (isRefused && !/system/i.test(error.message)) return undefined;
    throw error;
  }
}

async function takePicture(stream: MediaStream): Promise<Blob> {
  const video = document.createElement("video");
  video.srcObject = stream;
  video.muted = true;
  await video.play();
  const canvas = document.createElement("canvas");
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext("2d")?.drawImage(video, 0, 0);
  video.srcObject = null;
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The picture is empty."))), "image/png");
  });
}
