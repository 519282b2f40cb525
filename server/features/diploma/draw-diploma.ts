import type { DiplomaSnapshot } from '#contract/diploma'
import { createSheet, type Paper, qrCode, type Sheet } from '#platform/pdf'
import { CORNER_STARS, SEAL_COLORS, SEAL_STARS, SEAL_TEETH } from '#rules/art/seal'
import { starPath } from '#rules/art/star'
import { PILLAR_NAMES } from '#rules/pillars'
import { groupRecordCode } from '#rules/text/record-code'

export type DiplomaDrawing = {
  diploma: DiplomaSnapshot
  paper: Paper
  /** Public URL for verification. */
  verifyUrl: string
  isValid: boolean
}

const INK = '#1f2330'
const MUTED = '#5a6072'
const GOLD = '#8f6300'
const DANGER = '#b3261e'

const BORDER = { outer: 24, inner: 31, corner: 12, cornerSize: 62 }
const SIDE = 84
const TOP = 62
const FOOT = { bottom: 60, height: 108, seal: 104, qr: 74, width: 190 }

/** Up to this many titles have a line each; more share lines, and the code leads to those that do not fit. */
const MAX_LINES = 5
const MAX_QUESTS = 12

const LONG_DATE = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })
const day = (at: string) => LONG_DATE.format(new Date(at))

const figure = (value: number) => new Intl.NumberFormat('en').format(value)

/** Draws the diploma as a tagged page for framing. */
export const draw = ({ diploma, paper, verifyUrl, isValid }: DiplomaDrawing): Promise<Buffer> => {
  const sheet = createSheet({
    paper,
    title: `${diploma.title}: ${diploma.holder_name}`,
    author: diploma.school,
    language: 'en',
    createdAt: new Date(diploma.issued_at),
  })
  drawBorder(sheet)
  drawWords(sheet, diploma, isValid)
  drawFoot(sheet, diploma, verifyUrl)
  return sheet.finish()
}

const drawBorder = ({ decorate, width, height }: Sheet) =>
  decorate((pdf) => {
    const { outer, inner, corner, cornerSize } = BORDER
    pdf.roundedRect(outer, outer, width - 2 * outer, height - 2 * outer, 4)
    pdf.lineWidth(1.8).stroke(GOLD)
    pdf.rect(inner, inner, width - 2 * inner, height - 2 * inner)
    pdf.lineWidth(0.6).strokeOpacity(0.55).stroke(GOLD).strokeOpacity(1)
    const scale = cornerSize / 64
    for (const [isRight, isBottom] of [
      [false, false],
      [true, false],
      [false, true],
      [true, true],
    ]) {
      pdf.save()
      pdf.translate(isRight ? width - corner : corner, isBottom ? height - corner : corner)
      pdf.scale(isRight ? -scale : scale, isBottom ? -scale : scale)
      pdf.rect(0, 0, 64, 64).fill('#ffffff')
      CORNER_STARS.forEach(({ x, y }, i) => (i === 0 ? pdf.moveTo(x, y) : pdf.lineTo(x, y)))
      pdf.lineWidth(0.9).dash(2, { space: 3 }).stroke(GOLD).undash()
      for (const { x, y, r } of CORNER_STARS) pdf.path(starPath(x, y, r)).fill(GOLD)
      pdf.restore()
    }
  })

type PaperPart = {
  type: 'H1' | 'P' | 'L'
  texts: readonly string[]
  face?: 'diploma' | 'diploma_name' | 'heading' | 'strong'
  size: number
  colour?: string
  leading?: number
  /** Space above, in points. */
  before: number
}

const partsOf = (sheet: Sheet, diploma: DiplomaSnapshot, isValid: boolean): PaperPart[] => {
  const { kind, title, holder_name, school, xp } = diploma
  const isAccredited = kind === 'accredited'
  const pillars = xp.pillars
    .filter((pillar) => pillar.xp > 0)
    .map((pillar) => `${PILLAR_NAMES[pillar.pillar]} ${figure(pillar.xp)}`)
  const taken: PaperPart[] = [
    { type: 'P', texts: ['REVOKED'], face: 'strong', size: 15, colour: DANGER, before: 8 },
  ]
  return [
    { type: 'P', texts: [school], face: 'diploma', size: 15, colour: MUTED, before: 0 },
    { type: 'H1', texts: [title], face: 'diploma', size: 31, leading: 1.15, before: 8 },
    ...(isValid ? [] : taken),
    {
      type: 'P',
      texts: [isAccredited ? 'This certifies that' : 'This is to record that'],
      size: 11,
      colour: MUTED,
      before: 20,
    },
    {
      type: 'P',
      texts: [holder_name],
      face: 'diploma_name',
      size: nameSize(sheet, holder_name),
      leading: 1.15,
      before: 8,
    },
    ...(isAccredited ? [awardedPart] : questParts(sheet, diploma)),
    {
      type: 'P',
      texts: [`${figure(xp.total)} XP`],
      face: 'heading',
      size: 18,
      colour: GOLD,
      before: 18,
    },
    { type: 'P', texts: [pillars.join('  ·  ')], size: 10, colour: MUTED, before: 3 },
  ]
}

const awardedPart: PaperPart = {
  type: 'P',
  texts: [
    'has satisfied this school’s requirements for its diploma and is awarded this diploma with all rights that belong to it.',
  ],
  face: 'diploma',
  size: 15,
  leading: 1.45,
  before: 16,
}

const questParts = (sheet: Sheet, { quests }: DiplomaSnapshot): PaperPart[] => {
  const titles = quests.slice(-MAX_QUESTS).map(({ title }) => title)
  const more = quests.length - titles.length
  const words = { type: 'L', face: 'diploma', leading: 1.42, before: 6 } as const
  const smaller = { ...words, size: 13.5 }
  return [
    {
      type: 'P',
      texts: [quests.length === 1 ? 'has completed the quest' : 'has completed the quests'],
      size: 11,
      colour: MUTED,
      before: 14,
    },
    titles.length > MAX_LINES
      ? { ...smaller, texts: sharedLines(sheet, titles, smaller) }
      : { ...words, size: 15, texts: titles },
    ...(more > 0
      ? [
          {
            type: 'P',
            texts: [`and ${more} more`],
            size: 11,
            colour: MUTED,
            before: 4,
          } satisfies PaperPart,
        ]
      : []),
  ]
}

/** Wraps titles into as few lines as possible, of similar length, without breaking a title. */
const sharedLines = (
  { width, measure }: Sheet,
  titles: readonly string[],
  style: Pick<PaperPart, 'face' | 'size' | 'leading'>,
): string[] => {
  const fill = (wide: number) => {
    const place = { x: 0, y: 0, width: wide }
    const most = measure('A', { place, ...style })
    return titles.reduce<string[]>((lines, title) => {
      const joined = lines.length > 0 ? `${lines.at(-1)}  ·  ${title}` : title
      const isFull = lines.length > 0 && measure(joined, { place, ...style }) > most
      return isFull ? [...lines, title] : [...lines.slice(0, -1), joined]
    }, [])
  }
  return balanced(width - 2 * SIDE, (wide) => fill(wide).length, fill)
}

/** Renders at the narrowest width that needs no more lines than the full width. */
const balanced = <T>(
  whole: number,
  linesAt: (width: number) => number,
  bring: (width: number) => T,
): T => {
  const least = linesAt(whole)
  let width = whole
  while (width > whole / 3 && linesAt(width * 0.97) <= least) width *= 0.97
  return bring(width)
}

/** The largest size at which the name fits on one line. */
const nameSize = ({ width, measure }: Sheet, name: string): number => {
  const place = { x: 0, y: 0, width: width - 2 * SIDE }
  const isOneLine = (size: number) =>
    measure(name, { place, face: 'diploma_name', size, leading: 1 }) <= size
  return [46, 42, 38, 34, 30, 26].find(isOneLine) ?? 26
}

const drawWords = (sheet: Sheet, diploma: DiplomaSnapshot, isValid: boolean) => {
  const parts = partsOf(sheet, diploma, isValid)
  const room = sheet.height - FOOT.bottom - FOOT.height - TOP - 8
  const place = { x: SIDE, y: 0, width: sheet.width - 2 * SIDE, align: 'center' } as const
  const styleOf = ({ type: _, texts: __, before: ___, ...style }: PaperPart, scale: number) => ({
    ...style,
    size: style.size * scale,
  })
  const heightAt = (scale: number) =>
    parts.reduce(
      (sum, part) =>
        part.texts.reduce(
          (tall, text) => tall + sheet.measure(text, { place, ...styleOf(part, scale) }),
          sum + part.before * scale,
        ),
      0,
    )
  const scale = [1, 0.94, 0.88, 0.82, 0.76, 0.7, 0.62, 0.54].find((each) => heightAt(each) <= room)
  const chosen = scale ?? 0.46
  // Slightly above the middle, which looks centered.
  let y = TOP + Math.max(0, room - heightAt(chosen)) * 0.42
  for (const part of parts) {
    y += part.before * chosen
    const style = styleOf(part, chosen)
    const [first = ''] = part.texts
    // Balances two lines, but never breaks a name for it.
    const wide =
      part.type === 'L' || part.face === 'diploma_name'
        ? place.width
        : balanced(
            place.width,
            (width) => sheet.measure(first, { place: { ...place, width }, ...style }),
            (width) => width,
          )
    const words = {
      place: { ...place, x: (sheet.width - wide) / 2, y, width: wide },
      ...style,
    }
    y = part.type === 'L' ? sheet.list(part.texts, words) : sheet.write(part.type, first, words)
  }
}

const drawFoot = (sheet: Sheet, diploma: DiplomaSnapshot, verifyUrl: string) => {
  const { width, height, write, decorate } = sheet
  const { number, signer, issued_at, verify_code } = diploma
  const bottom = height - FOOT.bottom
  const left = { x: SIDE - 14, width: FOOT.width }
  // Positioned from the bottom up, so that both sides share a baseline.
  const lines: { text: string; rise: number; style: object }[] = [
    { text: day(issued_at), rise: signer ? 78 : 34, style: { size: 12, colour: INK } },
    { text: `Number ${number}`, rise: signer ? 61 : 16, style: { size: 9.5, colour: MUTED } },
  ]
  if (signer) {
    lines.push(
      { text: signer.name, rise: 37, style: { face: 'diploma', size: 15 } },
      { text: signer.role, rise: 14, style: { size: 9.5, colour: MUTED } },
    )
    decorate((pdf) =>
      pdf
        .moveTo(left.x, bottom - 16)
        .lineTo(left.x + FOOT.width, bottom - 16)
        .lineWidth(0.6)
        .stroke(MUTED),
    )
  }
  for (const { text, rise, style } of lines) {
    write('P', text, { place: { ...left, y: bottom - rise }, ...style })
  }
  drawSeal(sheet, { x: (width - FOOT.seal) / 2, y: bottom - FOOT.seal + 4 })
  const right = width - SIDE + 14
  sheet.figure(qrCode(verifyUrl, FOOT.qr), { x: right - FOOT.qr, y: bottom - FOOT.qr - 18 })
  write('P', `Verify: ${groupRecordCode(verify_code)}`, {
    place: { x: right - FOOT.width, y: bottom - 14, width: FOOT.width, align: 'right' },
    size: 9.5,
    colour: MUTED,
  })
}

/** Decoration; its meaning is also in the text. */
const drawSeal = ({ decorate }: Sheet, { x, y }: { x: number; y: number }) =>
  decorate((pdf) => {
    const { rim, ring, sky, star, line } = SEAL_COLORS
    pdf
      .save()
      .translate(x, y)
      .scale(FOOT.seal / 200)
    pdf.circle(100, 100, 90).fill(rim)
    for (const tooth of SEAL_TEETH) pdf.circle(tooth.x, tooth.y, 8).fill(rim)
    pdf.circle(100, 100, 84).fill(ring)
    pdf.circle(100, 100, 79).fill(sky)
    pdf.circle(100, 100, 72).lineWidth(1.5).stroke(star)
    SEAL_STARS.forEach(({ x, y }, i) => (i === 0 ? pdf.moveTo(x, y) : pdf.lineTo(x, y)))
    pdf.lineWidth(2).stroke(line)
    for (const { x, y, r } of SEAL_STARS) pdf.path(starPath(x, y, r)).fill(star)
    pdf.restore()
  })
