/** English. The comment above a text says where it appears, for anyone who translates it (docs/languages.md). */
export const en = {
  // The large button of a field for files.
  choose_file: "Choose an image or PDF file",
  choose_files: "Choose image or PDF files",
  choose_image: "Choose an image",
  choose_images: "Choose images",
  // After the text of that button, on the next line.
  or_drop: "or drop or paste it here",
  or_drop_several: "or drop or paste them here",
  // Below. `size` is such as "10 MB".
  limits: "JPEG, PNG, WebP, GIF or PDF, up to {size}",
  image_limits: "JPEG, PNG, WebP or GIF, up to {size}",
  // Buttons.
  take_photo: "Take a photo",
  capture_screen: "Take a screenshot",
  // The name of the file that such a capture makes.
  screenshot_name: "Screenshot",

  // The states of a file in the list.
  waiting: "Waiting…",
  // `percent` is such as "40%".
  uploading: "Uploading… {percent}",
  examining: "Checking the file…",
  uploaded: "Uploaded",
  // The server cannot be reached: the visitor continues, and the file follows later.
  kept: "Saved on this device. It will be sent with your answers.",
  // Buttons of a file.
  try_again: "Try again",
  cancel: "Cancel the upload",
  remove: "Remove",

  // What is wrong with a file, below its name.
  too_large: "The file is larger than {size}.",
  unsupported_type: "Only JPEG, PNG, WebP and GIF images and PDF files can be added.",
  only_images: "Only JPEG, PNG, WebP and GIF images can be added.",
  empty_file: "The file is empty.",
  one_file: "Only one file can be added here.",
  too_many_files: {
    by: "count",
    one: "No more than {count} file can be added here.",
    other: "No more than {count} files can be added here.",
  },
  invalid_file: "The file is damaged or incomplete.",
  too_many_pixels: "The image resolution is too high.",
  active_document: "PDF files with scripts or attached files cannot be added.",
  harmful_file: "This file may be harmful and cannot be added.",
  too_many_uploads: "Too many uploads in a short time. Please remove some files or try again later.",
  // In error pages of the server.
  busy: "The server is busy. Please try again in a moment.",
  not_taken: "This form is not accepting files right now.",
  upload_error: "The file could not be uploaded.",
  capture_failed: "The screen could not be captured. You can choose or paste an image instead.",

  // Read out while the visitor is elsewhere on the page.
  announce_uploading: "Uploading: {name}",
  announce_progress: "{name}: {percent}",
  announce_uploaded: "Uploaded: {name}",
  announce_removed: "Removed: {name}",
  announce_problem: "{name}: {problem}",
} as const;
