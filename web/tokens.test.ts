import { readFile } from 'node:fs/promises'
import path from 'node:path'

import Color from 'colorjs.io'
import { beforeAll, expect, test } from 'vitest'

let css: string
beforeAll(async () => {
  css = await readFile(path.join(import.meta.dirname, 'tokens.css'), 'utf8')
})

const THEMES = ['light', 'dark'] as const

/** Resolved value of a token, optionally with a site's hue. */
const token = (name: string, theme: (typeof THEMES)[number], hue?: number): Color => {
  const block = hue === undefined ? css : css.slice(css.indexOf(':root[data-hue]'))
  const [, values = ''] =
    new RegExp(String.raw`--${name}: light-dark\(([\s\S]+?)\);`).exec(block) ?? []
  const both = [...values.matchAll(/(oklch\(from )?(#\w{6})/g)]
  const [, isTurned, hex = ''] = both[THEMES.indexOf(theme)] ?? []
  const color = new Color(hex)
  if (isTurned) color.set('oklch.h', hue ?? 0)
  return color
}

test('whatever hue a site chooses, what is in its colour can be read by day and by night', () => {
  for (const theme of THEMES) {
    const [bg, surface, sunk] = ['bg', 'surface', 'sunk'].map((name) => token(name, theme))
    for (let hue = 0; hue < 360; hue += 3) {
      const [brand, strong, soft, on] = ['brand', 'brand-strong', 'brand-soft', 'on-brand'].map(
        (name) => token(name, theme, hue),
      )
      const pairs = [
        [brand, bg],
        [brand, surface],
        [brand, sunk],
        [strong, surface],
        [strong, soft],
        [brand, soft],
        [on, brand],
        [on, strong],
        [token('ink', theme), soft],
      ] as [Color, Color][]
      for (const color of [brand, strong, soft, on]) expect(color!.inGamut('srgb')).toBe(true)
      for (const [text, behind] of pairs) {
        expect(text.contrast(behind, 'WCAG21'), `hue ${hue}, ${theme}`).toBeGreaterThanOrEqual(4.5)
      }
    }
  }
})
