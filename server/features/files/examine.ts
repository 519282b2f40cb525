import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'

import { fileTypeFromFile } from 'file-type'

import { cleaned } from '#platform/cleaning'
import { invalid, unsupportedType } from '#platform/http'

import { DOCUMENTS_AND_MEDIA, HEIC, PICTURES, TEXTS, WEBP } from './accepted-types.ts'
import type { AcceptedType } from './accepted-types.ts'
import type { Cut } from './encode-picture.ts'
import { endingOf, nameFor } from './file-name.ts'
import { redraw, redrawHeic } from './picture.ts'
import { isPlainText } from './plain-text.ts'

/** What arrived, in a scratch file. */
export type IncomingUpload = {
  place: string
  /** bytes */
  size: number
  /** of the bytes that arrived, hexadecimal */
  sha256: string
  name: string
}

/** What is worth keeping of it. */
export type UploadContent = {
  name: string
  contentType: string
  size: number
  sha256: string
  width: number | null
  height: number | null
  /** Whether nothing is hidden in it any more; null when there was no time to try. */
  cleaned: boolean | null
  /** Opens the bytes again at each call. */
  open: () => Buffer | Readable
}

const UNSUPPORTED =
  'This file type is not supported. You can add pictures, PDFs, audio, video, Office or OpenDocument files, and plain text.'

/**
 * Decides by content what a file is, never by its name or by the type that the sender declares. Pictures are encoded again,
 * and documents, sounds and films are written again without what is hidden in them, or kept as they came where that cannot
 * be done. Everything else is refused with a sentence for the person who chose it.
 */
export const examine = async (incoming: IncomingUpload): Promise<UploadContent> => {
  if (incoming.size === 0) throw invalid('This file is empty. Please choose another one.')
  const claim = (await fileTypeFromFile(incoming.place))?.mime ?? ''
  const format = PICTURES[claim]
  if (format) return pictureOf(incoming, format)
  const type = DOCUMENTS_AND_MEDIA[claim]
  if (type) return withoutHidden(incoming, type)
  // Words can look like a format by chance: "BMI" begins as a bitmap does.
  if (isPlainText(await readFile(incoming.place))) {
    return { ...asItCame(incoming, textTypeOf(incoming.name)), cleaned: true }
  }
  throw unsupportedType(UNSUPPORTED)
}

const textTypeOf = (name: string): AcceptedType => {
  const ending = endingOf(name).toLowerCase()
  return TEXTS.find((type) => type.endings.includes(ending)) ?? TEXTS[0]
}

const asItCame = (
  incoming: IncomingUpload,
  type: AcceptedType,
): Omit<UploadContent, 'cleaned'> => ({
  name: nameFor(incoming.name, type, false),
  contentType: type.contentType,
  size: incoming.size,
  sha256: incoming.sha256,
  width: null,
  height: null,
  open: () => createReadStream(incoming.place),
})

/** Where a clean copy of an incoming stands, until the incoming goes. */
export const cleanPlaceOf = (place: string) => `${place}.clean`

const withoutHidden = async (
  incoming: IncomingUpload,
  type: AcceptedType,
): Promise<UploadContent> => {
  const content = asItCame(incoming, type)
  const to = cleanPlaceOf(incoming.place)
  const clean = await cleaned({ contentType: type.contentType, from: incoming.place, to })
  return clean
    ? { ...content, ...clean, cleaned: true, open: () => createReadStream(to) }
    : { ...content, cleaned: clean ?? null }
}

/** The same where nothing but a picture will do, which is cut to a size. */
export const examinePicture = async (
  incoming: IncomingUpload,
  cut: Cut,
): Promise<UploadContent> => {
  if (incoming.size === 0) throw invalid('This file is empty. Please choose another one.')
  const format = PICTURES[(await fileTypeFromFile(incoming.place))?.mime ?? '']
  if (!format) throw unsupportedType('Please choose a picture: JPEG, PNG, WebP, GIF, AVIF or HEIC.')
  return pictureOf(incoming, format, cut)
}

const pictureOf = async (
  incoming: IncomingUpload,
  format: string,
  cut?: Cut,
): Promise<UploadContent> => {
  const { bytes, width, height } =
    format === HEIC
      ? await redrawHeic(incoming.place, cut)
      : await redraw(incoming.place, format, cut)
  return {
    name: nameFor(incoming.name, WEBP, true),
    contentType: WEBP.contentType,
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    width,
    height,
    cleaned: true,
    open: () => bytes,
  }
}
