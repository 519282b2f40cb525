import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'

import libheif from 'libheif-js/wasm-bundle.js'
import sharp, { type Sharp } from 'sharp'

import { HEIC } from './accepted-types.ts'

// Runs in the decoding process.

/** Pixels. `inside`: the whole picture, made small enough. */
export type Crop = { width: number; height: number; fit?: 'inside' }

export type PictureJob = {
  from: string
  to: string
  /** sharp's name of the detected format */
  format: string
  /** Makes it a still picture of this size, cut around what catches the eye. */
  cut: Crop | undefined
}

export type RedrawnPicture = { width: number; height: number; size: number; sha256: string }

// Covers phone cameras; larger images are refused by their header, before decoding.
const MAX_PIXELS = 65_000_000
// All frames of an animation together; above this, only the first frame is used.
const MAX_MOVING_PIXELS = 30_000_000
// Phone cameras take up to 48 megapixels; decoding that many needs about 600 MB for a second or two.
const MAX_HEIC_PIXELS = 50_000_000
const MAX_SIDE = 2560
const SECONDS = 30

sharp.concurrency(1)
sharp.cache(false)

/**
 * Re-encodes an image as WebP: upright, at most 2560 pixels per side, without hidden data such as location, date, device, or
 * trailing bytes. Throws if it is damaged.
 */
export const redrawPicture = async ({
  from,
  to,
  format,
  cut,
}: PictureJob): Promise<RedrawnPicture | 'too many pixels'> => {
  const picture = await (format === HEIC ? openHeic(from) : open(from, format, cut))
  if (!picture) return 'too many pixels'
  const { data, info } = await picture
    .resize(
      cut === undefined
        ? { width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true }
        : { fit: 'cover', position: 'attention', withoutEnlargement: cut.fit === 'inside', ...cut },
    )
    .webp({ quality: 82 })
    .timeout({ seconds: SECONDS })
    .toBuffer({ resolveWithObject: true })
  await writeFile(to, data, { mode: 0o600 })
  return {
    width: info.width,
    height: info.pageHeight ?? info.height,
    size: data.length,
    sha256: createHash('sha256').update(data).digest('hex'),
  }
}

const open = async (
  file: string,
  format: string,
  cut: Crop | undefined,
): Promise<Sharp | undefined> => {
  const found = await sharp(file, { limitInputPixels: false }).metadata()
  const { width, height, pages = 1 } = found
  // Refuses a file that two parsers identify differently.
  if (found.format !== format || width < 1 || height < 1) throw new Error('damaged')
  if (width * height > MAX_PIXELS) return undefined
  const animated = cut === undefined && pages > 1 && width * height * pages <= MAX_MOVING_PIXELS
  return sharp(file, { limitInputPixels: MAX_PIXELS, failOn: 'error', animated }).autoOrient()
}

/** HEIC from phones, which sharp cannot decode. */
const openHeic = async (file: string): Promise<Sharp | undefined> => {
  const images = new libheif.HeifDecoder().decode(await readFile(file))
  const image = images.find((each) => each.is_primary()) ?? images[0]
  if (!image) throw new Error('no picture in it')
  // From the header: nothing is decoded yet.
  const [width, height] = [image.get_width(), image.get_height()]
  if (width * height > MAX_HEIC_PIXELS) return undefined
  const data = await new Promise<Uint8ClampedArray>((resolve, reject) => {
    const into = { data: new Uint8ClampedArray(width * height * 4), width, height }
    // The decoder applies the format's own rotation; EXIF orientation must be ignored.
    image.display(into, (shown) => (shown ? resolve(shown.data) : reject(new Error('damaged'))))
  })
  return sharp(data, { raw: { width, height, channels: 4 } })
}
