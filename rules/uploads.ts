/** bytes; what one file may have */
export const MAX_UPLOAD = 25 * 1024 * 1024
/** bytes; larger files go over the resumable calls, so that a lost connection does not begin again */
export const RESUMABLE_ABOVE = 10 * 1024 * 1024

/** For the file chooser's `accept`. */
export const ACCEPTED_PICTURES =
  'image/jpeg,image/png,image/webp,image/gif,image/avif,image/heic,image/heif,.heic'
/** The same for everything that can be handed in. */
export const ACCEPTED_FILES = `${ACCEPTED_PICTURES},.pdf,.mp3,.m4a,.ogg,.wav,.mp4,.webm,.mov,.docx,.xlsx,.pptx,.odt,.ods,.odp,.txt,.csv,.md`
