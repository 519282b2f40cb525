import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

type Node = { role?: string; alt?: string; children?: Node[]; type?: string; id?: string }

/** A PDF as read by an independent parser. */
export const readPdf = async (file: Buffer) => {
  const document = await getDocument({
    data: new Uint8Array(file),
    useSystemFonts: true,
    verbosity: 0,
  }).promise
  const pages = await Promise.all(
    Array.from({ length: document.numPages }, async (_, i) => {
      const page = await document.getPage(i + 1)
      const { items } = await page.getTextContent()
      return {
        text: items.map((item) => ('str' in item ? item.str : '')).join(' '),
        tree: (await page.getStructTree()) as Node | null,
        links: (await page.getAnnotations()).flatMap(({ url }) => url ?? []) as string[],
        size: page.view.slice(2).map(Math.round),
      }
    }),
  )
  const marks = await document.getMarkInfo()
  const { info, metadata } = await document.getMetadata()
  return { pages, marks, info: info as Record<string, unknown>, metadata }
}

/** Required `marks` of an accessible PDF. */
export const MARKED_CONTENT_OPERATORS = new Map([
  ['Marked', true],
  ['UserProperties', false],
  ['Suspects', false],
])

export const nodesIn = (node: Node | null): Node[] =>
  node ? [node, ...(node.children ?? []).flatMap(nodesIn)] : []

export const rolesIn = (node: Node | null): string[] =>
  nodesIn(node).flatMap(({ role }) => role ?? [])
