import { escapeUTF8 as escape } from 'entities'

import type { TableRows, WorkPiece } from './export-data.ts'

export type ExportedFile = { id: string; path: string; name: string; content_type: string | null }

type ExportedAccount = {
  name: string
  siteName: string
  madeAt: string
  work: WorkPiece[]
  tables: TableRows[]
  files: ExportedFile[]
}

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

/** The first page of an export: readable without a network or a program, with links to the files beside it. */
export const exportPage = ({
  name,
  siteName,
  madeAt,
  work,
  tables,
  files,
}: ExportedAccount): string => {
  const fileOf = new Map(files.map((file) => [file.id, file]))
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self' file:; style-src 'unsafe-inline'">
<title>${escape(name)}: everything from ${escape(siteName)}</title><style>${STYLE}</style></head><body>
<h1>${escape(name)}: everything from ${escape(siteName)}</h1>
<p>Made on ${escape(madeAt.slice(0, 10))}. The same for programs: <a href="data.json">data.json</a>.</p>
<nav><a href="#work">Your work</a> · <a href="#files">Your files</a> · <a href="#data">All your data</a></nav>
<h2 id="work">Your work</h2>
${workPart(work, fileOf) || '<p>Nothing has been handed in yet.</p>'}
<h2 id="files">Your files</h2>
<ul>${files.map((file) => `<li>${linkTo(file)}</li>`).join('') || '<li>None.</li>'}</ul>
<h2 id="data">All your data</h2>
${tables.map(tablePart).join('\n')}
</body></html>
`
}

const linkTo = ({ path, name }: ExportedFile) =>
  `<a href="${escape(path.split('/').map(encodeURIComponent).join('/'))}">${escape(name)}</a>`

const workPart = (work: WorkPiece[], fileOf: Map<string, ExportedFile>) =>
  [...Map.groupBy(work, ({ quest }) => quest)]
    .map(
      ([quest, pieces]) =>
        `<section><h3>${escape(quest)}</h3>${pieces.map((piece) => piecePart(piece, fileOf)).join('')}</section>`,
    )
    .join('\n')

const piecePart = (piece: WorkPiece, fileOf: Map<string, ExportedFile>) => {
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

const shown = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const tablePart = ({ table, rows }: TableRows) => {
  const columns = Object.keys(rows[0] ?? {})
  const head = columns.map((column) => `<th>${escape(column)}</th>`).join('')
  const body = rows
    .map((row) => `<tr>${columns.map((c) => `<td>${escape(shown(row[c]))}</td>`).join('')}</tr>`)
    .join('')
  return `<details><summary>${escape(table)} (${rows.length})</summary>
${rows.length > 0 ? `<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>` : ''}</details>`
}
