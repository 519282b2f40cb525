import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { chromium } from '@playwright/test'
import sharp from 'sharp'

import { starPath } from '#rules/art/star'

// node scripts/draw-share-images.ts: draws the images in web/public for link previews and home screens, from the texts below and
// the logo in favicon.svg. Run it when one of them changes; its output is checked in. Needs Chromium.

const PUBLIC = path.resolve(import.meta.dirname, '../web/public')
const FONTS = path.resolve(import.meta.dirname, '../node_modules/@fontsource-variable')

const PICTURES: Record<string, [title: string, words: string]> = {
  home: [
    'Make something real. Keep the proof.',
    'Quests, a portfolio and a record that others can trust',
  ],
  promo: ['Monday, a bridge. Friday, a second one that holds.', 'A week in Lodestar'],
  demo: ['Two minutes in Lodestar', 'Pick a quest, do a task, see your diploma. No account needed'],
  consultation: ['Thirty minutes with a licensed teacher', 'Free, by video'],
  login: ['Welcome back', 'Go on with your quests'],
  register: ['Create your account', 'Free, for learners and families'],
  terms: ['Terms of Service', 'Meant the way they read'],
  privacy: ['Privacy Policy', 'With a part that is written for children'],
  'academy-agreement': ['Academy Agreement', 'What is signed together, in person'],
  'academy-handbook': ['Academy Handbook', 'From the first conversation to the diploma'],
}

const STARS = [
  { x: 690, y: 500, r: 22, color: '#cf7b7b' },
  { x: 800, y: 380, r: 18, color: '#7499c6' },
  { x: 930, y: 430, r: 21, color: '#f8ab4a' },
  { x: 1000, y: 210, r: 60, color: '#8ef5b7' },
  { x: 1110, y: 340, r: 19, color: '#d3bbe6' },
]

const DUST = Array.from({ length: 120 }, (_, index) => {
  const turn = index * 2.399963
  const reach = Math.sqrt(index / 120) * 760
  return `<circle cx="${600 + Math.cos(turn) * reach}" cy="${300 + Math.sin(turn) * reach}" r="${[0.9, 1.4, 1][index % 3]}" fill="#eceae4" opacity="${[0.35, 0.6, 0.45][index % 3]}"/>`
})

const fontFace = async (family: string, folder: string) => {
  const file = await readFile(path.join(FONTS, folder, `files/${folder}-latin-wght-normal.woff2`))
  return `@font-face{font-family:'${family}';font-weight:200 800;src:url(data:font/woff2;base64,${file.toString('base64')})}`
}

const pageOf = (fonts: string, mark: string, [title, words]: [string, string]) => `
<style>${fonts}
  body{margin:0;width:1200px;height:630px;overflow:hidden;background:#14202b;color:#eceae4;font-family:Body}
  svg.sky{position:absolute;inset:0}
  main{position:absolute;inset:72px 72px 64px;display:flex;flex-direction:column;justify-content:space-between}
  h1{font:700 74px/1.06 Heading;letter-spacing:-.015em;margin:0;max-width:760px;text-wrap:balance}
  p{font-size:30px;margin:26px 0 0;max-width:620px;color:#b3bcc6;line-height:1.35}
  .name{display:flex;align-items:center;gap:16px;font:700 38px Heading;color:#8fd3c8}
  .name svg{width:52px;height:52px}
</style>
<svg class="sky" viewBox="0 0 1200 630">
  <defs><radialGradient id="g"><stop offset="0" stop-color="#8ef5b7" stop-opacity=".3"/><stop offset="1" stop-color="#8ef5b7" stop-opacity="0"/></radialGradient></defs>
  ${DUST.join('')}
  <circle cx="1000" cy="210" r="210" fill="url(#g)"/>
  <polyline points="${STARS.map(({ x, y }) => `${x},${y}`).join(' ')}" fill="none" stroke="#b3bcc6" stroke-width="2" stroke-dasharray="1 9" stroke-linecap="round"/>
  ${STARS.map(({ x, y, r, color }) => `<path d="${starPath(x, y, r)}" fill="${color}"/>`).join('')}
  <path d="M0 560C240 500 420 600 660 556S1010 500 1200 540V630H0Z" fill="#0e1620"/>
</svg>
<main><div><h1>${title}</h1><p>${words}</p></div><div class="name">${mark}Lodestar</div></main>`

const drawPictures = async (mark: string) => {
  const fonts = [
    await fontFace('Heading', 'bricolage-grotesque'),
    await fontFace('Body', 'atkinson-hyperlegible-next'),
  ].join('')
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox'],
  })
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 } })
  await mkdir(path.join(PUBLIC, 'og'), { recursive: true })
  for (const [name, words] of Object.entries(PICTURES)) {
    await page.setContent(pageOf(fonts, mark, words))
    await page.evaluate(() => document.fonts.ready)
    await sharp(await page.screenshot())
      .png({ palette: true, quality: 90, effort: 10 })
      .toFile(path.join(PUBLIC, 'og', `${name}.png`))
  }
  await browser.close()
}

/** The logo on a square with padding: phones cut off the corners. */
const icon = (mark: string, size: number) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-8 -8 48 48" width="${size}" height="${size}"><rect x="-8" y="-8" width="48" height="48" fill="#14202b"/>${mark.replace('<svg', '<svg width="32" height="32" color="#8fd3c8"')}</svg>`,
    ),
  )
    .png({ palette: true })
    .toBuffer()

/** An ICO file with a single image: six bytes of header, a directory entry of sixteen, the PNG. */
const ico = (png: Buffer, size: number): Buffer => {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(size, 6)
  head.writeUInt8(size, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}

const favicon = await readFile(path.join(PUBLIC, 'favicon.svg'), 'utf8')
const mark = favicon.replace(/<style>.*<\/style>/, '')
for (const [file, size] of [
  ['icon-192.png', 192],
  ['icon-512.png', 512],
  ['apple-touch-icon.png', 180],
] as const) {
  await writeFile(path.join(PUBLIC, file), await icon(mark, size))
}
await writeFile(path.join(PUBLIC, 'favicon.ico'), ico(await icon(mark, 32), 32))
await drawPictures(mark)
