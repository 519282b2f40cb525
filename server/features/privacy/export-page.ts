import { escapeUTF8 as escape } from 'entities'

import type { ExportedRow, WorkPiece } from './export-data.ts'

type ExportedFile = { id: string; path: string; name: string; content_type: string | null }

const STYLE = `
  body { font: 1rem/1.6 Georgia, serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; color: #1f2330; }
  h1, h2, h3, nav { font-family: Verdana, sans-serif; line-height: 1.3; }
  h2 { margin-top: 3rem; border-bottom: 1px solid #ccc; }
  article { margin: 1.5rem 0; padding: 0 1rem; border-left: 3px solid #ccc; break-inside: avoid-page; }
  pre { font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; }
  img { max-width: 100%; max-height: 30rem; }
  table { border-collapse: collapse; font: .8rem Verdana, sans-serif; margin: .5rem 0; }
  th, td { border: 1px solid #ccc; padding: .2rem .5rem; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
  @media print { nav { display: none } details:not([open]) > :not(summary) { display: none } body { margin: 0 } }`

/** The export's HTML page, in parts: readable offline in any browser, with links to the files beside it. */
export const pageHead = (name: string, siteName: string, madeAt: string): string =>
  `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self' file:; style-src 'unsafe-inline'">
<title>${escape(name)}: everything from ${escape(siteName)}</title><style>${STYLE}</style></head><body>
<h1>${escape(name)}: everything from ${escape(siteName)}</h1>
<p>Made on ${escape(madeAt.slice(0, 10))}. The same for programs: <a href="data.json">data.json</a>.</p>
<nav><a href="#work">Your work</a> · <a href="#files">Your files</a> · <a href="#data">All your data</a></nav>
<h2 id="work">Your work</h2>
`

export const NO_WORK = '<p>Nothing has been handed in yet.</p>'
export const PAGE_END = '</body></html>\n'

export const filesPart = (files: readonly ExportedFile[]): string => `
<h2 id="files">Your files</h2>
<ul>${files.map((file) => `<li>${linkTo(file)}</li>`).join('') || '<li>None.</li>'}</ul>
<h2 id="data">All your data</h2>
`

const linkTo = ({ path, name }: ExportedFile) =>
  `<a href="${escape(path.split('/').map(encodeURIComponent).join('/'))}">${escape(name)}</a>`

export const questHeading = (quest: string): string => `<h3>${escape(quest)}</h3>`

export const piecePart = (
  piece: Omit<WorkPiece, 'quest'>,
  fileOf: Map<string, ExportedFile>,
): string => {
  const { task, number, state, submitted_at, reflection, comment } = piece
  const line = (label: string, text: string | null) =>
    text ? `<p><strong>${label}:</strong></p><pre>${escape(text)}</pre>` : ''
  return `<article><h4>${escape(task)}</h4>
<p>Attempt ${number}, ${escape(submitted_at.slice(0, 10))}, ${escape(state)}</p>
${piece.blocks.map((block) => blockPart(block, fileOf)).join('')}
${line('What I learned', reflection)}${line('Feedback', comment)}</article>`
}

const isWeb = (url: string) => /^https?:\/\//i.test(url)

const blockPart = (block: WorkPiece['blocks'][number], fileOf: Map<string, ExportedFile>) => {
  const caption = block.caption ? `<p><em>${escape(block.caption)}</em></p>` : ''
  const file = fileOf.get(block.file_id ?? '')
  if (file) {
    const isPicture = file.content_type?.startsWith('image/')
    const src = escape(file.path.split('/').map(encodeURIComponent).join('/'))
    return `${isPicture ? `<p><img src="${src}" alt=""></p>` : ''}<p>${linkTo(file)}</p>${caption}`
  }
  const { url, text } = block
  if (url && isWeb(url)) return `<p><a href="${escape(url)}">${escape(url)}</a></p>${caption}`
  return `<pre>${escape(text ?? url ?? '')}</pre>${caption}`
}

const shown = (value: unknown, isLong: boolean): string => {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'object') return String(value)
  return isLong ? 'In data.json' : JSON.stringify(value)
}

/** HTML before the rows of a table, from its first row. */
export const tableHead = (table: string, first: ExportedRow): string => {
  const head = Object.keys(first)
    .map((column) => `<th>${escape(column)}</th>`)
    .join('')
  return `<details><summary>${escape(table)}</summary>
<table><thead><tr>${head}</tr></thead><tbody>`
}

/** @param how.isLong true if the row's details are only in data.json */
export const rowPart = (
  columns: readonly string[],
  row: ExportedRow,
  { isLong }: { isLong: boolean },
): string => {
  const cells = columns.map((column) => `<td>${escape(shown(row[column], isLong))}</td>`)
  return `<tr>${cells.join('')}</tr>\n`
}

export const TABLE_END = '</tbody></table></details>\n'

export const emptyTable = (table: string): string =>
  `<details><summary>${escape(table)}: nothing</summary></details>\n`
