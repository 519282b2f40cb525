import { readFile } from 'node:fs/promises'

import libheif from 'libheif-js/wasm-bundle.js'
import sharp from 'sharp'

import { encodePicture } from './encode-picture.ts'
import type { Cut, Picture } from './encode-picture.ts'

export type HeicJob = { place: string; maxPixels: number; cut: Cut | undefined }

/**
 * Encodes a telephone's photograph again. Runs in a thread of its own: what decodes it takes some 13 bytes of memory for each
 * pixel, and gives them back only with the thread.
 */
export const redrawHeic = async ({
  place,
  maxPixels,
  cut,
}: HeicJob): Promise<Picture | 'too many pixels'> => {
  const images = new libheif.HeifDecoder().decode(await readFile(place))
  const image = images.find((each) => each.is_primary()) ?? images[0]
  if (!image) throw new Error('no picture in it')
  // As the header says: nothing is decoded yet.
  const [width, height] = [image.get_width(), image.get_height()]
  if (width * height > maxPixels) return 'too many pixels'
  const data = await new Promise<Uint8ClampedArray>((resolve, reject) => {
    const into = { data: new Uint8ClampedArray(width * height * 4), width, height }
    // It stands upright already: the format turns pictures itself, and what EXIF says of that does not count.
    image.display(into, (shown) => (shown ? resolve(shown.data) : reject(new Error('damaged'))))
  })
  return encodePicture(sharp(data, { raw: { width, height, channels: 4 } }), cut)
}
