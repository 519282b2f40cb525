import { starPath } from '#rules/art/star'
import type { DemoDiploma } from '#rules/demo'
import { PILLAR_NAMES, PILLARS } from '#rules/pillars'

import { diplomaDate, diplomaWords } from './diploma-labels.ts'
import { wrapText } from './wrap.ts'

/** A4 landscape at 144 dpi. */
export const WIDTH = 1684
export const HEIGHT = 1190

const PAPER = '#ffffff'
const INK = '#1f2330'
const MUTED = '#5a6072'
const GOLD = '#8f6300'
const BRAND = '#1f4d4a'

const DISPLAY = '"Fraunces", Georgia, serif'
const BODY = '"Atkinson Hyperlegible Next", Arial, sans-serif'

type Line = {
  text: string
  size: number
  font: string
  color: string
  weight?: number
  gap: number
}

/** Diploma as a picture, always on white, for printing and sharing. */
export const drawDiploma = async (diploma: DemoDiploma): Promise<HTMLCanvasElement> => {
  await Promise.all([
    document.fonts.load(`600 80px ${DISPLAY}`),
    document.fonts.load(`400 30px ${BODY}`),
  ])
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = HEIGHT
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('No canvas')
  frame(pen)
  stars(pen)
  const lines = linesOf(pen, diploma)
  const height = lines.reduce((sum, line) => sum + line.size * 1.2 + line.gap, 0)
  const room = { top: 250, bottom: HEIGHT - 90 }
  // Scales all lines equally to make room for a long name or many quests.
  const scale = Math.min(1, (room.bottom - room.top) / height)
  let y = room.top + Math.max(0, (room.bottom - room.top - height * scale) / 2)
  pen.textAlign = 'center'
  pen.textBaseline = 'top'
  for (const { text, size, font, color, weight = 400, gap } of lines) {
    y += gap * scale
    pen.font = `${weight} ${size * scale}px ${font}`
    pen.fillStyle = color
    pen.fillText(text, WIDTH / 2, y)
    y += size * 1.2 * scale
  }
  return canvas
}

const nameSize = (name: string) => {
  if (name.length > 90) return 36
  return name.length > 28 ? 52 : 84
}

const linesOf = (pen: CanvasRenderingContext2D, diploma: DemoDiploma): Line[] => {
  const words = diplomaWords(diploma)
  const small = (text: string, gap: number): Line => ({
    text,
    size: 26,
    font: BODY,
    color: MUTED,
    gap,
  })
  const wrapped = (text: string, line: Omit<Line, 'text'>): Line[] => {
    pen.font = `${line.weight ?? 400} ${line.size}px ${line.font}`
    return wrapText(text, WIDTH - 360, (part) => pen.measureText(part).width).map(
      (part, index) => ({
        ...line,
        text: part,
        gap: index === 0 ? line.gap : 0,
      }),
    )
  }
  const pillars = PILLARS.filter((pillar) => diploma.earnedXP[pillar] > 0)
  return [
    { text: words.title, size: 52, font: DISPLAY, color: INK, gap: 0 },
    small(words.given, 28),
    ...wrapped(words.name, {
      size: nameSize(words.name),
      font: DISPLAY,
      color: INK,
      weight: 600,
      gap: 8,
    }),
    small(words.reason, 28),
    ...words.quests.flatMap((title) =>
      wrapped(title, { size: 36, font: DISPLAY, color: INK, gap: 8 }),
    ),
    { text: `${diploma.totalXP} XP`, size: 52, font: BODY, color: GOLD, weight: 700, gap: 32 },
    ...wrapped(
      pillars.map((pillar) => `${PILLAR_NAMES[pillar]} ${diploma.earnedXP[pillar]}`).join('  ·  '),
      { size: 26, font: BODY, color: INK, gap: 6 },
    ),
    small(diplomaDate(diploma), 28),
    ...(diploma.isAccredited
      ? [{ ...small('Accredited by the academy', 10), color: GOLD, weight: 700 }]
      : []),
    small(words.note, 14),
  ]
}

const frame = (pen: CanvasRenderingContext2D) => {
  pen.fillStyle = PAPER
  pen.fillRect(0, 0, WIDTH, HEIGHT)
  pen.strokeStyle = GOLD
  pen.lineWidth = 3
  pen.strokeRect(48, 48, WIDTH - 96, HEIGHT - 96)
  pen.lineWidth = 1
  pen.strokeRect(62, 62, WIDTH - 124, HEIGHT - 124)
  // Sample watermark across the page.
  pen.save()
  pen.translate(WIDTH / 2, HEIGHT / 2)
  pen.rotate(-0.5)
  pen.font = `700 330px ${BODY}`
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.fillStyle = 'rgb(143 99 0 / 0.06)'
  pen.fillText('SAMPLE', 0, 0)
  pen.restore()
}

const STARS = [
  [-130, 40, 14],
  [-70, -10, 12],
  [0, 14, 17],
  [66, -34, 22],
  [124, 30, 13],
] as const

const stars = (pen: CanvasRenderingContext2D) => {
  pen.save()
  pen.translate(WIDTH / 2, 165)
  pen.strokeStyle = MUTED
  pen.setLineDash([2, 7])
  pen.stroke(new Path2D(`M${STARS.map(([x, y]) => `${x} ${y}`).join('L')}`))
  pen.fillStyle = BRAND
  for (const [x, y, r] of STARS) {
    const star = new Path2D(starPath(x, y, r))
    // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas, no array
    pen.fill(star)
  }
  pen.restore()
}
