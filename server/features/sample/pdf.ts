const HEIGHT = 842 // A4 in points
const MARGIN = 64

type Page = { y: number; drawn: string[] }

const literal = (text: string) => text.replace(/[\\()]/g, (character) => `\\${character}`)

const write = (page: Page, text: string, font: 'F1' | 'F2', size: number, below: number) => {
  page.y -= below
  page.drawn.push(`BT /${font} ${size} Tf ${MARGIN} ${page.y} Td (${literal(text)}) Tj ET`)
}

/** `# ` and `## ` are headings, `= label number` is a bar of a chart, everything else a line as it stands. */
const draw = (page: Page, line: string) => {
  if (line.startsWith('# ')) return write(page, line.slice(2), 'F2', 18, 20)
  if (line.startsWith('## ')) return write(page, line.slice(3), 'F2', 12, 26)
  const [, label, value] = /^= (.+) (\d+)$/.exec(line) ?? []
  if (label === undefined) return write(page, line, 'F1', 10.5, 16)
  write(page, label, 'F1', 9, 15)
  page.drawn.push(`0.18 0.44 0.62 rg ${MARGIN + 80} ${page.y - 1} ${Number(value) * 8} 8 re f 0 g`)
  page.drawn.push(
    `BT /F1 9 Tf ${MARGIN + 86 + Number(value) * 8} ${page.y} Td (${String(value)}) Tj ET`,
  )
}

const font = (name: string) =>
  `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`

/** One page of lines as a PDF, with the fonts that every reader has. */
export const onePagePdf = (text: string): Buffer => {
  const page: Page = { y: HEIGHT - MARGIN, drawn: [] }
  for (const line of text.trim().split('\n')) draw(page, line)
  const stream = page.drawn.join('\n')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 ${HEIGHT}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>`,
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    font('Helvetica'),
    font('Helvetica-Bold'),
  ]
  let body = '%PDF-1.4\n%\u00e2\u00e3\u00cf\u00d3\n'
  const offsets = objects.map((object, i) => {
    const offset = body.length
    body += `${i + 1} 0 obj\n${object}\nendobj\n`
    return String(offset).padStart(10, '0')
  })
  const table = offsets.map((offset) => `${offset} 00000 n \n`).join('')
  const size = objects.length + 1
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
  return Buffer.from(`${body}xref\n0 ${size}\n0000000000 65535 f \n${table}${trailer}`, 'latin1')
}
