import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

import subset from 'subset-font'

// node scripts/subset-fonts.ts: extracts the characters that almost every page needs into web/fonts; web/fonts.css lists the same
// characters. Only pages with other characters fetch the full fonts. Its output is checked in.

const FONTS = path.resolve(import.meta.dirname, '../node_modules/@fontsource-variable')
const OUT = path.resolve(import.meta.dirname, '../web/fonts')

/** U+0020-007E, and the typographic characters of our own texts. */
const CHARACTERS =
  Array.from({ length: 95 }, (_, i) => String.fromCharCode(0x20 + i)).join('') +
  '\u00a0\u00a9\u00b7\u00d7\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026\u2192'

const CUTS = {
  'atkinson-hyperlegible-next': { wght: { min: 400, max: 700 } },
  'bricolage-grotesque': { wght: 700 },
}

await mkdir(OUT, { recursive: true })
for (const [name, variationAxes] of Object.entries(CUTS)) {
  const whole = await readFile(path.join(FONTS, name, `files/${name}-latin-wght-normal.woff2`))
  const cut = await subset(whole, CHARACTERS, { targetFormat: 'woff2', variationAxes })
  await writeFile(path.join(OUT, `${name}-basic.woff2`), cut)
}
