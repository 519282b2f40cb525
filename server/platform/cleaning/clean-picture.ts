// JPEG (ITU T.81, annex B): segments that a decoder needs, JFIF, a color profile and Adobe's color transform. Drops all other
// application data: EXIF, XMP, IPTC, thumbnails, comments, and trailing bytes.
const APPLICATION_DATA: Record<number, string> = {
  0xe0: 'JFIF\0',
  0xe2: 'ICC_PROFILE\0',
  0xee: 'Adobe',
}
const isNeeded = (marker: number, segment: Uint8Array): boolean => {
  if (marker >= 0xc0 && marker <= 0xdf) return true
  const start = APPLICATION_DATA[marker]
  return start !== undefined && Buffer.from(segment).indexOf(start, 4, 'latin1') === 4
}
const [JFIF, START_OF_SCAN, END_OF_IMAGE] = [0xe0, 0xda, 0xd9]
const JFIF_BYTES = 16

/** JFIF with the resolution alone: its thumbnail may show what was cropped away. */
const withoutThumbnail = (segment: Uint8Array): Uint8Array => {
  const short = Buffer.alloc(2 + JFIF_BYTES)
  // Without the last two bytes, the size of the thumbnail.
  short.set(segment.subarray(0, JFIF_BYTES))
  short.writeUInt16BE(JFIF_BYTES, 2)
  return short
}

export const isJpeg = (bytes: Uint8Array): boolean => bytes[0] === 0xff && bytes[1] === 0xd8

/** Returns a JPEG with the same image and no metadata. */
export const cleanJpeg = (bytes: Uint8Array): Uint8Array => {
  if (!isJpeg(bytes)) throw new Error('not a JPEG')
  const kept = [bytes.subarray(0, 2)]
  let at = 2
  for (;;) {
    const marker = bytes[at + 1]
    if (bytes[at] !== 0xff || marker === undefined) throw new Error('not a JPEG')
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === END_OF_IMAGE) break
    let end = at + 2 + (((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0))
    if (end < at + 4 || end > bytes.length) throw new Error('not a JPEG')
    // Compressed data follows, up to the next marker that is neither an escaped byte nor a restart.
    if (marker === START_OF_SCAN) {
      while (end < bytes.length && !(bytes[end] === 0xff && isMarker(bytes[end + 1]))) end += 1
    }
    const segment = bytes.subarray(at, end)
    if (isNeeded(marker, segment)) kept.push(marker === JFIF ? withoutThumbnail(segment) : segment)
    at = end
  }
  kept.push(Uint8Array.of(0xff, END_OF_IMAGE))
  return Buffer.concat(kept)
}

const isMarker = (byte: number | undefined) =>
  byte !== undefined && byte !== 0 && byte !== 0xff && !(byte >= 0xd0 && byte <= 0xd7)

const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const PNG_NEEDED = new Set(
  'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP sBIT pHYs bKGD acTL fcTL fdAT'.split(' '),
)

export const isPng = (bytes: Uint8Array): boolean =>
  PNG_SIGNATURE.equals(bytes.subarray(0, PNG_SIGNATURE.length))

/** Returns a PNG with the same image and no metadata. */
export const cleanPng = (bytes: Uint8Array): Uint8Array => {
  const png = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (!isPng(png)) throw new Error('not a PNG')
  const kept = [png.subarray(0, 8)]
  for (let at = 8, name = ''; name !== 'IEND';) {
    if (at + 12 > png.length) throw new Error('not a PNG')
    name = png.toString('latin1', at + 4, at + 8)
    const end = at + 12 + png.readUInt32BE(at)
    if (end > png.length) throw new Error('not a PNG')
    if (PNG_NEEDED.has(name)) kept.push(png.subarray(at, end))
    at = end
  }
  return Buffer.concat(kept)
}

export const isGif = (bytes: Uint8Array): boolean =>
  /^GIF8[79]a/.test(Buffer.from(bytes.subarray(0, 6)).toString('latin1'))

const [EXTENSION, IMAGE, END] = [0x21, 0x2c, 0x3b]
const CONTROL = 0xf9
/** Repetition of an animation. All other extensions, XMP among them, are dropped. */
const LOOP = /^(?:NETSCAPE2\.0|ANIMEXTS1\.0)$/

/** Returns a GIF with the same image and no metadata: no comments, no other programs' data, no trailing bytes. */
export const cleanGif = (bytes: Uint8Array): Uint8Array => {
  const gif = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (!isGif(gif)) throw new Error('not a GIF')
  const byteAt = (at: number) => gif[at] ?? fail('not a GIF')
  const paletteSize = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  /** Position after a sequence of blocks, each of which begins with its length. */
  const afterBlocks = (start: number) => {
    let at = start
    for (let length = byteAt(at); length > 0; length = byteAt(at)) at += 1 + length
    return at + 1
  }
  let at = 13 + paletteSize(byteAt(10))
  const kept = [gif.subarray(0, at)]
  for (;;) {
    const kind = byteAt(at)
    if (kind === END) break
    if (kind !== EXTENSION && kind !== IMAGE) throw new Error('not a GIF')
    const end =
      kind === IMAGE ? afterBlocks(at + 11 + paletteSize(byteAt(at + 9))) : afterBlocks(at + 2)
    const isNeeded =
      kind === IMAGE ||
      byteAt(at + 1) === CONTROL ||
      LOOP.test(gif.toString('latin1', at + 3, at + 14))
    if (isNeeded) kept.push(gif.subarray(at, end))
    at = end
  }
  kept.push(Buffer.of(END))
  return Buffer.concat(kept)
}

const fail = (message: string): never => {
  throw new Error(message)
}
