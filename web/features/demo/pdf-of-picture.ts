type Picture = { jpeg: Uint8Array<ArrayBuffer>; width: number; height: number; title: string }

/** A4 landscape, in points. */
const PAGE = { width: 841.89, height: 595.28 }

/**
 * Single-page PDF that shows one JPEG (PDF 1.4, ISO 32000-1 §7.5: header, objects, cross-reference table, trailer).
 * @param picture.title plain ASCII without parentheses or backslashes
 */
export const pdfOfPicture = ({ jpeg, width, height, title }: Picture): Blob => {
  const encoder = new TextEncoder()
  const parts: Uint8Array<ArrayBuffer>[] = []
  const offsets: number[] = []
  let length = 0
  const write = (part: string | Uint8Array<ArrayBuffer>) => {
    const bytes = typeof part === 'string' ? encoder.encode(part) : part
    parts.push(bytes)
    length += bytes.length
  }
  const object = (dictionary: string, stream?: Uint8Array<ArrayBuffer>) => {
    offsets.push(length)
    write(`${offsets.length} 0 obj\n${dictionary}\n`)
    if (stream) {
      write('stream\n')
      write(stream)
      write('\nendstream\n')
    }
    write('endobj\n')
  }

  write('%PDF-1.4\n')
  object('<< /Type /Catalog /Pages 2 0 R /Lang (en) >>')
  object('<< /Type /Pages /Kids [3 0 R] /Count 1 >>')
  object(
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Resources << /XObject << /P 4 0 R >> >> /Contents 5 0 R >>`,
  )
  object(
    `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>`,
    jpeg,
  )
  const contents = encoder.encode(`q ${PAGE.width} 0 0 ${PAGE.height} 0 0 cm /P Do Q`)
  object(`<< /Length ${contents.length} >>`, contents)
  object(`<< /Title (${title}) >>`)
  const table = length
  write(`xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n`)
  for (const place of offsets) write(`${String(place).padStart(10, '0')} 00000 n \n`)
  write(
    `trailer\n<< /Size ${offsets.length + 1} /Root 1 0 R /Info 6 0 R >>\nstartxref\n${table}\n%%EOF\n`,
  )
  return new Blob(parts, { type: 'application/pdf' })
}
