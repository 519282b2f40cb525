import { fontOf, type Run } from './fonts.ts'
import { DEFAULTS, linesOf } from './lines.ts'

/**
 * Renders text as SVG paths in the product's heading type, so that the drawing needs no fonts. Fill and stroke are inherited; the
 * first letter starts at (0, 0). Symbols without a glyph are omitted; a text with such a letter is omitted as a whole, because
 * half a name could be another person's.
 * @param size of the letters, in user units
 * @returns the elements, and their width in user units
 */
export const lettering = (text: string, size: number): { paths: string; width: number } => {
  const [line] = linesOf(text, Infinity, { ...DEFAULTS, face: 'heading', size })
  const runs = line?.runs ?? []
  if (runs.some((run) => isBox(run) && /\p{L}/u.test(run.text))) return { paths: '', width: 0 }
  let width = 0
  const shown = runs.filter((run) => !isBox(run))
  const paths = shown.map((run) => {
    const at = width.toFixed(2)
    width += run.width * size
    const stroke = run.kind === 'outline' ? run.stroke : 0
    return `<path transform="translate(${at}) scale(${size} ${-size})" stroke-width="${stroke}" d="${outlineOf(run)}"/>`
  })
  return { paths: paths.join(''), width }
}

const isBox = (run: Run) => run.kind === 'outline' && run.isBox

/** In em. */
const outlineOf = (run: Run): string => {
  if (run.kind === 'outline') return run.path
  const font = fontOf(run.id)
  const scale = 1 / font.unitsPerEm
  const { glyphs, positions } = font.layout(run.text)
  let at = 0
  return glyphs
    .map((glyph, i) => {
      const { xAdvance, xOffset, yOffset } = positions[i] ?? { xAdvance: 0, xOffset: 0, yOffset: 0 }
      const path = glyph.path.translate(at + xOffset, yOffset).scale(scale, scale)
      at += xAdvance
      return path.toSVG()
    })
    .join('')
}
