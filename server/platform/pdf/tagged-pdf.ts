import PdfKit from 'pdfkit'

import { fontOf, type Line, type Run, type Style } from '#platform/typography'

export type Paper = 'letter' | 'a4'

/** Width and height in portrait, in points. */
export const SIZES = {
  letter: [612, 792],
  a4: [595.28, 841.89],
} as const satisfies Record<Paper, readonly number[]>

/** Metadata of a document. */
export type DocumentInfo = {
  title: string
  author: string
  /** BCP 47. */
  language: string
  createdAt: Date
}

type Element = PDFKit.PDFStructureElement

/** Options of the library that its types omit. */
type Tag = {
  alt?: string
  scope?: 'Column' | 'Row'
  bbox?: readonly [left: number, top: number, right: number, bottom: number]
}

export type Figure = {
  /** Alternative text. */
  alt: string
  width: number
  height: number
  draw: (doc: PDFKit.PDFDocument, x: number, y: number) => void
}

export type Place = {
  x: number
  y: number
  width: number
  align?: 'left' | 'right' | 'center' | undefined
}

type Area = { x: number; y: number; width: number; height: number }

/** Share of the free width before a line. */
const BEFORE = { left: 0, center: 0.5, right: 1 }

/** Opens a tagged PDF (PDF/UA) without pages, with drawing functions. */
export const openPdf = (
  size: readonly [width: number, height: number],
  { title, author, language, createdAt }: DocumentInfo,
) => {
  const doc = new PdfKit({
    size: [...size],
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    tagged: true,
    displayTitle: true,
    lang: language,
    pdfVersion: '1.7',
    subset: 'PDF/UA',
    font: null as unknown as string,
    info: {
      Title: title,
      Author: author,
      Creator: author,
      Producer: 'Lodestar',
      CreationDate: createdAt,
      ModDate: createdAt,
    },
  } as object)
  const tag = (type: string, draw?: () => void, more: Tag = {}): Element =>
    draw ? doc.struct(type, more as object, draw) : doc.struct(type, more as object)
  const root = tag('Document')
  doc.addStructure(root)

  /** Marks decoration. */
  const artifact = (draw: () => void, type: 'Layout' | 'Pagination' = 'Layout') => {
    doc.markContent('Artifact', { type })
    draw()
    doc.endMarkedContent()
  }

  const drawRuns = (runs: readonly Run[], x: number, baseline: number, style: Required<Style>) => {
    let at = x
    for (const run of runs) {
      if (run.kind === 'type') {
        doc.registerFont(run.id, fontOf(run.id) as unknown as string)
        doc.font(run.id).fontSize(style.size).fillColor(style.colour)
        doc.text(run.text, at, baseline, { lineBreak: false, baseline: 'alphabetic' })
      } else {
        // Draws a character without an embedded font as a shape; readers and searches use its text.
        doc.markContent('Span', { actual: run.text })
        doc.save().translate(at, baseline).scale(style.size, -style.size)
        doc.path(run.path)
        if (run.stroke > 0) doc.lineWidth(run.stroke).fillAndStroke(style.colour, style.colour)
        else doc.fill(style.colour)
        doc.restore()
        doc.endMarkedContent()
      }
      at += run.width * style.size
    }
  }

  /** @param more true if other text of the same element follows: text extraction needs a space before it */
  const drawLines = (
    lines: readonly Line[],
    place: Place,
    style: Required<Style>,
    { more = false } = {},
  ) => {
    lines.forEach((line, i) => {
      const free = place.width - line.width * style.size
      const x = place.x + free * BEFORE[place.align ?? 'left']
      const top = place.y + i * style.size * style.leading
      const isLast = i === lines.length - 1 && !more
      const runs = isLast ? line.runs : endedBySpace(line.runs)
      drawRuns(runs, x, top + style.size * (0.5 + style.leading / 4), style)
    })
  }

  /** Adds linked text to an existing element. */
  const addLink = (
    parent: Element,
    { url, alt, area }: { url: string; alt: string; area: Area },
    draw: () => void,
  ) => {
    const element = tag('Link')
    parent.add(element)
    element.add(draw)
    const described = { structParent: element, Contents: new String(alt) }
    doc.link(area.x, area.y, area.width, area.height, url, described as object)
    // Ended immediately: the library assigns the element to the current page.
    element.end()
  }

  /** Finishes the document and returns its bytes. */
  const close = (): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      const chunks: Buffer[] = []
      doc.on('data', (chunk: Buffer) => chunks.push(chunk))
      doc.on('end', () => resolve(Buffer.concat(chunks)))
      doc.on('error', reject)
      root.end()
      doc.end()
    })

  return { doc, root, tag, artifact, drawRuns, drawLines, addLink, close }
}

const endedBySpace = (runs: readonly Run[]): Run[] =>
  runs.map((run, i) => (i === runs.length - 1 ? { ...run, text: `${run.text} ` } : run))
