import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'

import { cleanInChildProcess } from '#platform/cleaning'
import { inDecodingProcess, UndecodableFile } from '#platform/decoding'
import { invalid, tooLarge, unprocessable, unsupportedType } from '#platform/http'

import { type AcceptedType, DOCUMENTS_AND_MEDIA, PICTURES, TEXTS, WEBP } from './accepted-types.ts'
import { endingOf, nameFor } from './file-name.ts'
import { TEXT } from './identify.ts'
import type { Crop, PictureJob, RedrawnPicture } from './redraw-picture.ts'

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
  // A telephone's photograph of 48 megapixels takes 600 MB.
  { seconds: 30, mb: 800 },
)

/**
 * Decides by content what a file is, never by its name or by the type that the sender declares. Pictures are encoded again,
 * and documents, sounds and films are written again without what is hidden in them, or kept as they came where that cannot
 * be done. Everything else is refused with a sentence for the person who chose it.
 * @param fairnessKey who sent it
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

/** The same where nothing but a picture will do, which is cut to a size. */
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

/** Turns away a file that does not decode; other errors stay as they are. */
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

/** Path of the clean copy of an incoming file; the copy is removed with the file. */
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
