import { isUtf8 } from 'node:buffer'

// oxlint-disable-next-line no-control-regex
const BINARY = /[\u0000-\u0008\u000e-\u001f\u007f]/
const MARKUP_OR_SCRIPT = /^\ufeff?\s*(?:<[a-z!?/]|#!|\{\\rtf|%!PS)/i

/** True for UTF-8 text that starts neither as markup nor as a script. */
export const isPlainText = (bytes: Buffer): boolean => {
  if (!isUtf8(bytes)) return false
  const text = bytes.toString('utf8')
  return !BINARY.test(text) && !MARKUP_OR_SCRIPT.test(text.slice(0, 4096))
}
