import { availableParallelism } from 'node:os'

import sharp from 'sharp'

import { tooLarge, unavailable, unprocessable } from '#platform/http'
import { createQueue } from '#platform/queue'

const MAX_SIDE = 2560
// Covers the cameras of telephones; what is above is refused from the header, before anything is decoded.
const MAX_PIXELS = 65_000_000
// All frames of an animation together; above it, only the first is kept.
const MAX_MOVING_PIXELS = 30_000_000
const SECONDS = 30

// One thread per picture, and a core left for everything else.
sharp.concurrency(1)
sharp.cache(false)
const queue = createQueue({
  concurrency: Math.max(1, availableParallelism() - 1),
  maxWaiting: 100,
  full: () =>
    unavailable('Too many pictures are arriving right now. Please try again in a moment.', 10),
})

const damaged = () => unprocessable('This picture seems to be damaged. Please try another one.')

export type Picture = { bytes: Buffer; width: number; height: number }

/**
 * Encodes a picture again: upright, at most 2560 pixels a side, without anything that was hidden in the file
 * (where and when it was taken, by which device, or bytes that are no picture at all).
 * @param format sharp's name of the format that the content claims to be
 * @param square pixels a side: cuts a still square of this size around what catches the eye
 */
export const redraw = (place: string, format: string, square?: number): Promise<Picture> =>
  queue(async () => {
    const { width, height, pages } = await measure(place, format)
    if (width * height > MAX_PIXELS) {
      throw tooLarge('This picture has too many pixels. Please make it smaller and try again.')
    }
    const moves = square === undefined && pages > 1 && width * height * pages <= MAX_MOVING_PIXELS
    try {
      const { data, info } = await sharp(place, {
        limitInputPixels: MAX_PIXELS,
        failOn: 'error',
        animated: moves,
      })
        .autoOrient()
        .resize(
          square === undefined
            ? { width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true }
            : { width: square, height: square, fit: 'cover', position: 'attention' },
        )
        .webp({ quality: 82 })
        .timeout({ seconds: SECONDS })
        .toBuffer({ resolveWithObject: true })
      return { bytes: data, width: info.width, height: info.pageHeight ?? info.height }
    } catch {
      throw damaged()
    }
  })

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
