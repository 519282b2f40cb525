// A pen's strokes on a grid, baseline at 6. Pictures must not depend on the fonts of the machine that draws them.
const STROKES: Record<string, string> = {
  A: '0,6 2,0 4,6|.8,4 3.2,4',
  B: '0,6 0,0 2.6,0 3.4,1.2 2.6,2.8 0,2.9 2.8,3 3.8,4.4 2.8,6 0,6',
  C: '3.8,1 2.6,0 1.2,.2 .2,1.8 .1,4 1,5.7 2.6,6 3.8,5',
  D: '0,0 0,6 2,5.9 3.6,4.4 3.7,2 2.2,.2 0,0',
  E: '3.6,0 0,0 0,6 3.7,6|0,3 3,3',
  F: '3.6,0 0,0 0,6|0,3 2.8,3',
  G: '3.8,1 2.6,0 1.2,.2 .2,1.8 .1,4 1,5.7 2.6,6 3.8,5 3.8,3.4 2.4,3.4',
  H: '0,0 0,6|4,0 4,6|0,3 4,3',
  I: '.5,0 .5,6',
  J: '3,0 3,4.6 2,6 .8,5.8 0,4.8',
  K: '0,0 0,6|3.6,0 0,3.4|1,2.8 3.8,6',
  L: '0,0 0,6 3.5,6',
  M: '0,6 .3,0 2.4,4 4.6,0 5,6',
  N: '0,6 0,0 3.8,6 3.8,0',
  O: '2,0 .5,1 0,3 .5,5 2,6 3.5,5 4,3 3.5,1 2,0',
  P: '0,6 0,0 2.6,0 3.7,1.5 2.6,3.1 0,3.2',
  Q: '2,0 .5,1 0,3 .5,5 2,6 3.5,5 4,3 3.5,1 2,0|2.5,4.5 4.2,6.4',
  R: '0,6 0,0 2.6,0 3.7,1.5 2.6,3.1 0,3.2|1.6,3.2 3.8,6',
  S: '3.6,.8 2.2,0 .6,.5 .3,1.8 1.4,2.8 3,3.4 3.8,4.6 3,5.8 1.4,6 .1,5.1',
  T: '0,0 4,0|2,0 2,6',
  U: '0,0 0,4.4 1,5.8 2.2,6 3.4,5.4 3.9,4 3.9,0',
  V: '0,0 2,6 4,0',
  W: '0,0 1.2,6 2.6,1.6 4,6 5.2,0',
  X: '0,0 3.8,6|3.8,0 0,6',
  Y: '0,0 2,3 4,0|2,3 1.9,6',
  Z: '0,0 3.8,0 0,6 3.9,6',
  0: '1.8,0 .4,1.2 0,3 .4,4.9 1.8,6 3.1,4.8 3.5,3 3.1,1 1.8,0',
  1: '.2,1.2 1.6,0 1.6,6',
  2: '.2,1.4 1,.2 2.6,.1 3.4,1.4 2.8,2.9 .1,6 3.6,6',
  3: '.2,.6 1.6,0 3.1,.6 3.1,2 1.6,2.8 3.2,3.4 3.5,4.8 2.4,6 .9,6 0,5.2',
  4: '2.6,6 2.7,0 0,4.2 3.7,4.2',
  5: '3.2,0 .5,0 .3,2.6 2,2.3 3.3,3.3 3.4,4.8 2.3,6 .8,5.9 0,5.2',
  6: '3,.2 1.2,1.4 .1,3.6 .3,5.2 1.6,6 3,5.4 3.4,4.2 2.4,3 1,3.2 .2,4.3',
  7: '0,0 3.5,0 1.4,6',
  8: '1.7,2.8 .4,1.8 .6,.5 1.8,0 3,.6 3,1.9 1.7,2.8 .3,3.9 .2,5.2 1.6,6 3.1,5.4 3.2,4 1.7,2.8',
  9: '3.3,2 2.2,3.1 .8,2.9 .2,1.6 .9,.3 2.2,0 3.2,.8 3.3,2.4 2.6,4.6 1.2,6',
  '.': '.3,5.8 .4,6',
  ',': '.5,5.6 .1,7',
  ':': '.3,2.4 .4,2.6|.3,5.6 .4,5.8',
  '!': '.4,0 .4,4|.4,5.8 .4,6',
  "'": '.5,0 .2,1.4',
  '-': '0,3.2 2.2,3.2',
  '+': '0,3.4 3,3.4|1.5,1.9 1.5,4.9',
  '/': '0,6 2.6,0',
  '(': '1.4,-.4 .3,1.6 .3,4.6 1.4,6.6',
  ')': '0,-.4 1.1,1.6 1.1,4.6 0,6.6',
  '%': '0,6 3.8,0|.8,.2 .1,1 .8,1.8 1.4,1 .8,.2|3,4.2 2.3,5 3,5.8 3.7,5 3,4.2',
}
const GAP = 1.3
const SPACE = 2.6

type Stroke = { x: number; y: number }[]

const strokesOf = (character: string): Stroke[] =>
  (STROKES[character] ?? '')
    .split('|')
    .filter(Boolean)
    .map((stroke) =>
      stroke.split(' ').map((point) => {
        const [x = 0, y = 0] = point.split(',').map(Number)
        return { x, y }
      }),
    )

const widthOf = (strokes: Stroke[]) => Math.max(...strokes.flat().map(({ x }) => x))

/** No two letters of a hand are the same; but the same words must give the same picture every time. */
const wobble = (seed: number) => (Math.sin(seed * 12.9898) * 43_758.5453) % 0.22

const handwriting = (words: string) => {
  let left = 0
  let seed = words.length
  const strokes: Stroke[] = []
  for (const character of words.toUpperCase()) {
    if (character === ' ') left += SPACE
    const glyph = strokesOf(character)
    if (glyph.length === 0) continue
    for (const stroke of glyph) {
      strokes.push(
        stroke.map(({ x, y }) => ({
          x: left + x + wobble((seed += 1)),
          y: y - 6 + wobble((seed += 1)),
        })),
      )
    }
    left += widthOf(glyph) + GAP
  }
  return { strokes, width: left - GAP }
}

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' }
const TEXT = /<text ([^>]*)>([^<]*)<\/text>/g
const SHARE = { start: 0, middle: 0.5, end: 1 } as const

/** Writes every `<text>` of a drawing (SVG) by hand, in capitals. */
export const writeByHand = (svg: string): string =>
  svg.replace(TEXT, (_, attributes: string, content: string) => {
    const of = (name: string) => new RegExp(`(?:^| )${name}="([^"]*)"`).exec(attributes)?.[1]
    const words = content.replace(/&\w+;/g, (entity) => ENTITIES[entity] ?? entity)
    const { strokes, width } = handwriting(words)
    const size = Number(of('font-size')) / 8
    const anchor = (of('text-anchor') ?? 'start') as keyof typeof SHARE
    const startX = Number(of('x')) - width * size * SHARE[anchor]
    const at = ({ x, y }: Stroke[number]) =>
      `${(startX + x * size).toFixed(1)},${(Number(of('y')) + y * size).toFixed(1)}`
    const path = strokes.map((stroke) => `M${stroke.map(at).join(' L')}`).join(' ')
    const color = of('fill')
    const turn = of('transform')
    return [
      `<path d="${path}" fill="none" stroke-width="${Math.max(2, size * 0.75).toFixed(1)}"`,
      ...(color ? [` stroke="${color}"`] : []),
      ...(turn ? [` transform="${turn}"`] : []),
      '/>',
    ].join('')
  })
