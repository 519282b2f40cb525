import { crc32 } from 'node:zlib'

import sax from 'sax'

// Open Badges 3.0 §5.3: a credential is embedded in its image. The libraries that write PNG text chunks are unmaintained, and the
// format is stable.

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const KEYWORD = 'openbadgecredential'
/** Length and name before the data, checksum after it. */
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

/** Embeds a credential into a PNG without one, as an uncompressed iTXt chunk directly after the header. */
export const bakePng = (png: Buffer, credential: object): Buffer => {
  const headerEnd = SIGNATURE.length + FRAME + png.readUInt32BE(SIGNATURE.length)
  // Keyword; no compression; no language, no translated keyword; text.
  const text = chunk('iTXt', Buffer.from(`${KEYWORD}\0\0\0\0\0${JSON.stringify(credential)}`))
  return Buffer.concat([png.subarray(0, headerEnd), text, png.subarray(headerEnd)])
}

export const isPng = (bytes: Buffer): boolean =>
  bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)

/** Extracts the credentials of a PNG, of which exactly one is valid. Ignores compressed chunks, which the standard forbids. */
export const extractFromPng = (png: Buffer): string[] => {
  const marker = Buffer.from(`${KEYWORD}\0`)
  const found: string[] = []
  let at = SIGNATURE.length
  while (at + FRAME <= png.length) {
    const length = png.readUInt32BE(at)
    const data = png.subarray(at + HEAD, at + HEAD + length)
    const isText = png.toString('latin1', at + 4, at + HEAD) === 'iTXt'
    if (isText && data.length === length && data.subarray(0, marker.length).equals(marker)) {
      const text = textOf(data.subarray(marker.length))
      if (text !== undefined) found.push(text)
    }
    at += length + FRAME
  }
  return found
}

const textOf = (rest: Buffer): string | undefined => {
  const [isCompressed] = rest
  if (isCompressed !== 0) return undefined
  const languageEnd = rest.indexOf(0, 2)
  const keywordEnd = languageEnd < 0 ? -1 : rest.indexOf(0, languageEnd + 1)
  return keywordEnd < 0 ? undefined : rest.toString('utf8', keywordEnd + 1)
}

const SVG_TAG = /<svg\b(?:[^>"']|"[^"]*"|'[^']*')*>/

/** Embeds a credential into one of our SVGs, directly after its first tag. */
export const bakeSvg = (svg: string, credential: object): string => {
  // Escaped, so that nothing in it can end the CDATA section.
  const json = JSON.stringify(credential).replaceAll('>', String.raw`\u003e`)
  return svg.replace(SVG_TAG, (tag) => {
    const opening = tag.replace('<svg', `<svg xmlns:openbadges="${SVG_NAMESPACE}"`)
    return `${opening}<openbadges:credential><![CDATA[${json}]]></openbadges:credential>`
  })
}

/** No drawing is nested deeper, and each level costs every element below it. */
const MAX_DEPTH = 200

/**
 * Extracts the credentials of an SVG, of which exactly one is valid: JSON with an embedded proof, or a token. Throws if
 * malformed.
 */
export const extractFromSvg = (svg: string): string[] => {
  const parser = sax.parser(true, { xmlns: true })
  const found: string[] = []
  let depth = 0
  let inside = false
  const take = (text: string) => {
    if (inside) found.push(`${found.pop() ?? ''}${text}`)
  }
  Object.assign(parser, {
    onopentag: (tag: sax.QualifiedTag) => {
      depth += 1
      if (depth > MAX_DEPTH) throw new RangeError('nested too deeply')
      if (tag.uri !== SVG_NAMESPACE || tag.local !== 'credential') return
      inside = true
      // The attribute contains a token; without it, the element contains JSON.
      found.push(tag.attributes.verify?.value ?? '')
    },
    onclosetag: () => {
      depth -= 1
      inside = false
    },
    ontext: take,
    oncdata: take,
    onerror: (error: Error) => {
      throw error
    },
  })
  parser.write(svg).close()
  return found.map((text) => text.trim())
}
