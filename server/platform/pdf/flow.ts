import { type DocumentInfo, openPdf, type Paper, SIZES } from './tagged-pdf.ts'

export const LINE = '#c9c4b8'
export const SHADE = '#f1eee7'
export const BRAND = '#1f4d4a'
export const MARGIN = 48
const FOOT = 22

/** A document written from top to bottom, over pages. Coordinates are points from the top left. */
export const openFlow = (paper: Paper, info: DocumentInfo) => {
  const [width, height] = SIZES[paper]
  const inner = { left: MARGIN, width: width - 2 * MARGIN, bottom: height - MARGIN - FOOT }
  const pdf = openPdf([width, height], info)
  pdf.doc.addPage()
  const flow = {
    ...pdf,
    width,
    height,
    /** Area inside the margins. */
    inner,
    /** Top of the next part on this page. */
    y: MARGIN,
    /** Starts a new page unless this many points are left on the current one. Returns true if it did. */
    ensure: (points: number): boolean => {
      if (flow.y + points <= inner.bottom || flow.y === MARGIN) return false
      pdf.doc.addPage()
      flow.y = MARGIN
      return true
    },
  }
  return flow
}

export type Flow = ReturnType<typeof openFlow>
