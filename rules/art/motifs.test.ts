import { readFile } from 'node:fs/promises'

import { expect, test } from 'vitest'

import { MOTIFS } from './motifs.ts'

test('each motif is drawn once, and nothing else is', async () => {
  const sprite = await readFile(new URL('../../web/ui/motifs.svg', import.meta.url), 'utf8')
  expect([...sprite.matchAll(/<symbol id="([^"]+)"/g)].map(([, id]) => id)).toEqual([...MOTIFS])
})
