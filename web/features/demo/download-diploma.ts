import type { DemoDiploma } from '#rules/demo'

import { diplomaWords } from './diploma-labels.ts'
import { drawDiploma, HEIGHT, WIDTH } from './draw-diploma.ts'
import { pdfOfPicture } from './pdf-of-picture.ts'

/** Renders the diploma in the browser as PNG or one-page PDF, and downloads it. */
export const downloadDiploma = async (diploma: DemoDiploma, kind: 'png' | 'pdf') => {
  const canvas = await drawDiploma(diploma)
  const file = kind === 'png' ? await pictureOf(canvas, 'image/png') : await pdfOf(canvas, diploma)
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = `lodestar-sample-diploma.${kind}`
  link.click()
  // The browser reads the URL after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

const pictureOf = (canvas: HTMLCanvasElement, type: string): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The image could not be created'))),
      type,
      0.92,
    ),
  )

const pdfOf = async (canvas: HTMLCanvasElement, diploma: DemoDiploma): Promise<Blob> => {
  const jpeg = new Uint8Array(await (await pictureOf(canvas, 'image/jpeg')).arrayBuffer())
  return pdfOfPicture({ jpeg, width: WIDTH, height: HEIGHT, title: diplomaWords(diploma).title })
}
