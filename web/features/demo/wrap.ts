const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Wraps text into lines no wider than `width`: between words, or within a word that is too long for a line. */
export const wrapText = (
  text: string,
  width: number,
  measure: (part: string) => number,
): string[] => {
  const lines: string[] = []
  let line = ''
  const add = (piece: string, glue: string) => {
    const longer = line === '' ? piece : `${line}${glue}${piece}`
    if (measure(longer) <= width || line === '') line = longer
    else {
      lines.push(line)
      line = piece
    }
  }
  for (const word of text.split(/\s+/).filter(Boolean)) {
    if (measure(word) <= width) add(word, ' ')
    else
      for (const [index, { segment }] of [...graphemes.segment(word)].entries())
        add(segment, index === 0 ? ' ' : '')
  }
  return line === '' ? lines : [...lines, line]
}
