import type { Sharp } from 'sharp'

const MAX_SIDE = 2560
const SECONDS = 30

export type Picture = { bytes: Buffer; width: number; height: number }

/** Pixels. `inside`: the whole picture, made small enough. */
export type Cut = { width: number; height: number; fit?: 'inside' }

/**
 * Encodes a picture as WebP, at most 2560 pixels a side.
 * @param cut cuts a picture of this size around what catches the eye
 */
export const encodePicture = async (picture: Sharp, cut?: Cut): Promise<Picture> => {
  const { data, info } = await picture
    .resize(
      cut === undefined
        ? { width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true }
        : { fit: 'cover', position: 'attention', withoutEnlargement: cut.fit === 'inside', ...cut },
    )
    .webp({ quality: 82 })
    .timeout({ seconds: SECONDS })
    .toBuffer({ resolveWithObject: true })
  return { bytes: data, width: info.width, height: info.pageHeight ?? info.height }
}
