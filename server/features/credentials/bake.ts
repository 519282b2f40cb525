import { crc32 } from 'node:zlib'

// Open Badges 3.0 §5.3: a credential travels inside its picture. The libraries that write PNG text chunks are no longer
// kept, and the format is fixed.

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const KEYWORD = 'openbadgecredential'
/** Length and name before the data, checksum behind it. */
const HEAD = 8
const FRAME = 12
const SVG_NAMESPACE = 'https://purl.imsglobal.org/ob/v3p0'

const chunk = (name: string, data: Buffer): Buffer => {
  const framed = Buffer.alloc(data.length + FRAME)
  framed.writeUInt32BE(data.length, 0)
  framed.write(name, 4, 'latin1')
  data.copy(framed, HEAD)
  framed.writeUInt32BE(crc32(framed.subarray(4, HEAD + data.length)), HEAD + data.length)
  return framed
}

/** Puts a credential into a PNG that has none, as an uncompressed iTXt chunk right behind the header. */
export const bakePng = (png: Buffer, jwt: string): Buffer => {
  const headerEnd = SIGNATURE.length + FRAME + png.readUInt32BE(SIGNATURE.length)
  // Keyword; neither compressed nor by any method; no language, no translated keyword; text.
  const text = chunk('iTXt', Buffer.from(`${KEYWORD}\0\0\0\0\0${jwt}`))
  return Buffer.concat([png.subarray(0, headerEnd), text, png.subarray(headerEnd)])
}

export const isPng = (bytes: Buffer): boolean =>
  bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)

/** The credential in a PNG; undefined when there is none, or a compressed one, which the standard forbids. */
export const extractFromPng = (png: Buffer): string | undefined => {
  const marker = Buffer.from(`${KEYWORD}\0`)
  let at = SIGNATURE.length
  while (at + FRAME <= png.length) {
    const length = png.readUInt32BE(at)
    const data = png.subarray(at + HEAD, at + HEAD + length)
    const isText = png.toString('latin1', at + 4, at + HEAD) === 'iTXt'
    if (isText && data.length === length && data.subarray(0, marker.length).equals(marker)) {
      return textOf(data.subarray(marker.length))
    }
    at += length + FRAME
  }
  return undefined
}

const textOf = (rest: Buffer): string | undefined => {
  const [isCompressed] = rest
  if (isCompressed !== 0) return undefined
  const languageEnd = rest.indexOf(0, 2)
  const keywordEnd = languageEnd < 0 ? -1 : rest.indexOf(0, languageEnd + 1)
  return keywordEnd < 0 ? undefined : rest.toString('utf8', keywordEnd + 1)
}

const SVG_TAG = /<svg\b(?:[^>"']|"[^"]*"|'[^']*')*>/

/** Puts a credential into an SVG of ours, directly behind its first tag. */
export const bakeSvg = (svg: string, jwt: string): string =>
  svg.replace(SVG_TAG, (tag) => {
    const opening = tag.replace('<svg', `<svg xmlns:openbadges="${SVG_NAMESPACE}"`)
    // An element that closed itself would not hold anything.
    return `${opening}<openbadges:credential verify="${jwt}"></openbadges:credential>`
  })

/** The credential in an SVG: a token, or JSON with a proof of its own; undefined when there is none. */
export const extractFromSvg = (svg: string): string | undefined => {
  const start = svg.indexOf('<openbadges:credential')
  const end = start < 0 ? -1 : svg.indexOf('>', start)
  if (end < 0) return undefined
  const [, , token] = /\sverify=(["'])([^"']*)\1/.exec(svg.slice(start, end)) ?? []
  if (token !== undefined) return token
  const close = svg.indexOf('</openbadges:credential', end)
  if (close < 0) return undefined
  return svg
    .slice(end + 1, close)
    .trim()
    .replace(/^<!\[CDATA\[/, '')
    .replace(/\]\]>$/, '')
}
