import { availableParallelism } from 'node:os'

import sharp from 'sharp'

import { tooLarge, unavailable, unprocessable } from '#platform/http'
import { createQueue } from '#platform/queue'
import { createThread } from '#platform/thread'

import { encodePicture } from './encode-picture.ts'
import type { Cut, Picture } from './encode-picture.ts'
import type { HeicJob } from './redraw-heic.ts'

// Covers the cameras of telephones; what is above is refused from the header, before anything is decoded.
const MAX_PIXELS = 65_000_000
// All frames of an animation together; above it, only the first is kept.
const MAX_MOVING_PIXELS = 30_000_000
// What telephones take at most, 48 megapixels: decoding these needs some 600 MB for a second or two.
const MAX_HEIC_PIXELS = 50_000_000

// One thread per picture, and a core left for everything else.
sharp.concurrency(1)
sharp.cache(false)
const full = () =>
  unavailable('Too many pictures are arriving right now. Please try again in a moment.', 10)
const queue = createQueue({
  concurrency: Math.max(1, availableParallelism() - 1),
  maxWaiting: 100,
  full,
})
const heicQueue = createQueue({ concurrency: 1, maxWaiting: 20, full })
const heicThread = createThread({ heapMb: 128, seconds: 30 })<HeicJob, Picture | 'too many pixels'>(
  new URL('./redraw-heic.ts', import.meta.url),
  'redrawHeic',
)

const damaged = () => unprocessable('This picture seems to be damaged. Please try another one.')
const tooManyPixels = () =>
  tooLarge('This picture has too many pixels. Please make it smaller and try again.')

/**
 * Encodes a picture again: upright, at most 2560 pixels a side, without anything that was hidden in the file
 * (where and when it was taken, by which device, or bytes that are no picture at all).
 * @param format sharp's name of the format that the content claims to be
 * @param cut makes it a still picture of this size, cut around what catches the eye
 */
export const redraw = (place: string, format: string, cut?: Cut): Promise<Picture> =>
  queue(async () => {
    const { width, height, pages } = await measure(place, format)
    if (width * height > MAX_PIXELS) throw tooManyPixels()
    const moves = cut === undefined && pages > 1 && width * height * pages <= MAX_MOVING_PIXELS
    try {
      const picture = sharp(place, {
        limitInputPixels: MAX_PIXELS,
        failOn: 'error',
        animated: moves,
      })
      return await encodePicture(picture.autoOrient(), cut)
    } catch {
      throw damaged()
    }
  })

/** The same for HEIC, as telephones write it, which sharp cannot decode. */
export const redrawHeic = async (place: string, cut?: Cut): Promise<Picture> => {
  const redrawn = await heicQueue(() =>
    heicThread({ place, maxPixels: MAX_HEIC_PIXELS, cut }).catch(() => {
      throw damaged()
    }),
  )
  if (redrawn === 'too many pixels') throw tooManyPixels()
  // What comes from a thread is a plain array of bytes.
  return { ...redrawn, bytes: Buffer.from(redrawn.bytes) }
}

const measure = async (place: string, format: string) => {
  try {
    const found = await sharp(place, { limitInputPixels: false }).metadata()
    // A file that two readers take for two things is not trusted to either.
    if (found.format !== format) throw damaged()
    if (found.width < 1 || found.height < 1) throw damaged()
    return { width: found.width, height: found.height, pages: found.pages ?? 1 }
  } catch {
    throw damaged()
  }
}
