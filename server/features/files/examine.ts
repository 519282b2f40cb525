import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'

import { cleanInChildProcess } from '#platform/cleaning'
import { inDecodingProcess, UndecodableFile } from '#platform/decoding'
import { invalid, tooLarge, unprocessable, unsupportedType } from '#platform/http'

import { type AcceptedType, DOCUMENTS_AND_MEDIA, PICTURES, TEXTS, WEBP } from './accepted-types.ts'
import { endingOf, nameFor } from './file-name.ts'
import { TEXT } from './identify.ts'
import type { Crop, PictureJob, RedrawnPicture } from './redraw-picture.ts'

/** An upload in a temporary file. */
export type IncomingUpload = {
  place: string
  /** In bytes. */
  size: number
  /** Of the received bytes, hexadecimal. */
  sha256: string
  name: string
}

/** An examined upload, ready to be stored. */
export type UploadContent = {
  name: string
  contentType: string
  size: number
  sha256: string
  width: number | null
  height: number | null
  /** True if hidden metadata was removed; null if there was no time to try. */
  cleaned: boolean | null
  /** Opens a new stream of the bytes at each call. */
  open: () => Readable
}

const UNSUPPORTED =
  'This file type is not supported. You can add pictures, PDFs, audio, video, Office or OpenDocument files, and plain text.'

const identifyInProcess = inDecodingProcess<string, string | null>(
  new URL('./identify.ts', import.meta.url),
  'identify',
  { seconds: 10, mb: 400 },
)
const redrawInProcess = inDecodingProcess<PictureJob, RedrawnPicture | 'too many pixels'>(
  new URL('./redraw-picture.ts', import.meta.url),
  'redrawPicture',
  // A phone's 48-megapixel photo takes 600 MB.
  { seconds: 30, mb: 800 },
)

/**
 * Determines a file's type by its content, never by its name or declared type. Images are re-encoded; documents, audio and video
 * are rewritten without hidden metadata, or stored unchanged if that is impossible. All other files are refused with a sentence
 * for the user.
 * @param fairnessKey identifies the sender
 */
export const examine = async (
  incoming: IncomingUpload,
  fairnessKey: string,
): Promise<UploadContent> => {
  const type = await identified(incoming, fairnessKey)
  if (type === TEXT) {
    return { ...asItCame(incoming, textTypeOf(incoming.name)), cleaned: true }
  }
  const format = PICTURES[type]
  if (format) return pictureOf(incoming, fairnessKey, format)
  const accepted = DOCUMENTS_AND_MEDIA[type]
  if (accepted) return withoutHidden(incoming, fairnessKey, accepted)
  throw unsupportedType(UNSUPPORTED)
}

/** The same for an upload that must be an image, cropped to a size. */
export const examinePicture = async (
  incoming: IncomingUpload,
  fairnessKey: string,
  cut: Crop,
): Promise<UploadContent> => {
  const format = PICTURES[await identified(incoming, fairnessKey)]
  if (!format) throw unsupportedType('Please choose a picture: JPEG, PNG, WebP, GIF, AVIF or HEIC.')
  return pictureOf(incoming, fairnessKey, format, cut)
}

const identified = async ({ place, size }: IncomingUpload, fairnessKey: string) => {
  if (size === 0) throw invalid('This file is empty. Please choose another one.')
  const type = await identifyInProcess(place, fairnessKey).catch(
    refuseUndecodable('This file could not be read. Please try another one.'),
  )
  return type ?? ''
}

/** Refuses a file that cannot be decoded; rethrows other errors. */
const refuseUndecodable = (message: string) => (error: unknown) => {
  throw error instanceof UndecodableFile ? unprocessable(message) : error
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

/** Path of the sanitized copy of an incoming file; deleted together with it. */
export const cleanPlaceOf = (place: string) => `${place}.clean`

const withoutHidden = async (
  incoming: IncomingUpload,
  fairnessKey: string,
  type: AcceptedType,
): Promise<UploadContent> => {
  const content = asItCame(incoming, type)
  const to = cleanPlaceOf(incoming.place)
  const job = { contentType: type.contentType, from: incoming.place, to }
  const clean = await cleanInChildProcess(job, fairnessKey)
  return clean
    ? { ...content, ...clean, cleaned: true, open: () => createReadStream(to) }
    : { ...content, cleaned: clean ?? null }
}

const pictureOf = async (
  incoming: IncomingUpload,
  fairnessKey: string,
  format: string,
  cut?: Crop,
): Promise<UploadContent> => {
  const to = cleanPlaceOf(incoming.place)
  const redrawn = await redrawInProcess(
    { from: incoming.place, to, format, cut },
    fairnessKey,
  ).catch(refuseUndecodable('This picture seems to be damaged. Please try another one.'))
  if (redrawn === 'too many pixels') {
    throw tooLarge('This picture has too many pixels. Please make it smaller and try again.')
  }
  return {
    name: nameFor(incoming.name, WEBP, true),
    contentType: WEBP.contentType,
    ...redrawn,
    cleaned: true,
    open: () => createReadStream(to),
  }
}
