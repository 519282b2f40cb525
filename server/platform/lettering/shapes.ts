import { fontOf, runsOf } from './type.ts'
import type { Run } from './type.ts'

/**
 * Text as SVG shapes in the house's heading type, so that a drawing needs no font where it is rendered. Stroke is wanted in
 * the colour of the fill, 0 wide. Signs that no type here has are left out; a text with a letter that none has is left out
 * as a whole: half a name is somebody else's.
 * @param size of the letters, in user units
 * @returns shapes of which the first letter stands on (0, 0), and their width in user units
 */
export const lettering = (text: string, size: number): { shapes: string; width: number } => {
  const runs = runsOf(text, 'heading')
  if (runs.some((run) => isBox(run) && /\p{L}/u.test(run.text))) return { shapes: '', width: 0 }
  let width = 0
  let shapes = ''
  for (const run of runs.filter((each) => !isBox(each))) {
    shapes += `<path transform="translate(${width} 0) scale(${size} ${-size})" ${shapeOf(run)}/>`
    width += run.width * size
  }
  return { shapes, width }
}

const isBox = (run: Run) => run.kind === 'outline' && run.isBox

/** In em, upwards. */
const shapeOf = (run: Run): string => {
  if (run.kind === 'outline') return `d="${run.path}" stroke-width="${run.stroke}"`
  const font = fontOf(run.id)
  const { glyphs, positions } = font.layout(run.text)
  const scale = 1 / font.unitsPerEm
  let x = 0
  const paths = glyphs.map((glyph, index) => {
    const { xAdvance, xOffset, yOffset } = positions[index]!
    const path = glyph.path
      .translate(x + xOffset, yOffset)
      .scale(scale, scale)
      .toSVG()
    x += xAdvance
    return path
  })
  return `d="${paths.join('')}"`
}
