import { fileURLToPath } from 'node:url'

import { openSync } from 'fontkit'
import type { Font } from 'fontkit'

const open = (subset: string): Font => {
  const file = `@fontsource/bricolage-grotesque/files/bricolage-grotesque-${subset}-700-normal.woff`
  const font = openSync(fileURLToPath(import.meta.resolve(file)))
  if (!('glyphForCodePoint' in font)) throw new Error(`${file} is not one font`)
  return font
}

let fonts: Font[] | undefined

/**
 * Text as an SVG path in the house's heading type, so that a drawing needs no font where it is rendered. Characters that
 * the type does not have are left out.
 * @param size of the letters, in user units
 * @returns path data whose first letter stands on (0, 0), and its width in user units
 */
export const lettering = (text: string, size: number): { path: string; width: number } => {
  fonts ??= [open('latin'), open('latin-ext')]
  let width = 0
  let path = ''
  for (const character of text.normalize('NFC')) {
    const point = character.codePointAt(0) ?? 0
    const font = fonts.find((each) => each.hasGlyphForCodePoint(point))
    if (!font) continue
    const scale = size / font.unitsPerEm
    const glyph = font.glyphForCodePoint(point)
    path += glyph.path.scale(scale, -scale).translate(width, 0).toSVG()
    width += glyph.advanceWidth * scale
  }
  return { path, width }
}
