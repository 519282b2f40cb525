import { readFile } from 'node:fs/promises'

import sharp from 'sharp'

import { bringFile } from '#features/files'
import { idFromName } from '#platform/content'
import type { Files } from '#platform/files'

import type { SamplePiece, SampleWork } from './content.ts'
import { onePagePdf } from './pdf.ts'
import { writeByHand } from './pen.ts'

const FOLDER = new URL('../../../content/sample/', import.meta.url)

export type SampleFile = { id: string; learner: SampleWork['learner'] } & {
  content: Awaited<ReturnType<typeof bringFile>>
}

/** The same id at every try, so that a start that was cut short leaves nothing behind that the next one does not replace. */
export const fileIdOf = (learner: string, name: string) => idFromName(`sample/${learner}/${name}`)

const namesIn = ({ work, draft = [] }: SampleWork): string[] =>
  [...work, ...draft].flatMap(({ evidence }) => evidence.flatMap((piece) => nameOf(piece) ?? []))

export const nameOf = (piece: SamplePiece): string | undefined => {
  if ('image' in piece) return `${piece.image}.png`
  return 'file' in piece ? piece.file : undefined
}

/** Draws, writes and keeps every file that the sample work names. */
export const bringSampleFiles = (
  shelf: { files: Files; scratch: string },
  work: readonly SampleWork[],
): Promise<SampleFile[]> => {
  const wanted = work.flatMap((each) =>
    namesIn(each).map((name) => ({ name, learner: each.learner })),
  )
  return Promise.all(
    wanted.map(async ({ name, learner }) => {
      const id = fileIdOf(learner, name)
      const content = await bringFile(shelf, { id, name, bytes: await bytesOf(name) })
      return { id, learner, content }
    }),
  )
}

const bytesOf = async (name: string): Promise<Buffer> => {
  if (name.endsWith('.png')) {
    const svg = await source(`pictures/${name.replace(/png$/, 'svg')}`)
    return sharp(Buffer.from(writeByHand(svg.toString())))
      .png({ compressionLevel: 1 })
      .toBuffer()
  }
  if (name.endsWith('.pdf')) {
    return onePagePdf((await source(`files/${name.replace(/pdf$/, 'md')}`)).toString())
  }
  return source(`files/${name}`)
}

const source = (path: string) => readFile(new URL(path, FOLDER))
