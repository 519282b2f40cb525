/** Bytes per file. */
export const MAX_UPLOAD = 25 * 1024 * 1024
/** Bytes; larger files use resumable uploads, so that a lost connection does not restart them. */
export const RESUMABLE_ABOVE = 10 * 1024 * 1024

/** For a file input's `accept`. */
export const ACCEPTED_PICTURES =
  'image/jpeg,image/png,image/webp,image/gif,image/avif,image/heic,image/heif,.heic'
/** All kinds of files that can be submitted, for a file input's `accept`. */
export const ACCEPTED_FILES = `${ACCEPTED_PICTURES},.pdf,.mp3,.m4a,.ogg,.wav,.mp4,.webm,.mov,.docx,.xlsx,.pptx,.odt,.ods,.odp,.txt,.csv,.md`
