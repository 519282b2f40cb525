import { readFile } from 'node:fs/promises'

import { importFile } from '#features/files'
import { idFromName } from '#platform/content'
import type { Files } from '#platform/files'

import type { SamplePiece, SampleWork } from './content.ts'

const FOLDER = new URL('../../../content/sample/files/', import.meta.url)

export type SampleFile = { id: string; learner: SampleWork['learner'] } & {
  content: Awaited<ReturnType<typeof importFile>>
}

/** Deterministic, so that a restarted start replaces the files of an interrupted one. */
export const fileIdOf = (learner: string, name: string) => idFromName(`sample/${learner}/${name}`)

const namesIn = ({ added = [], work, draft = [] }: SampleWork): string[] =>
  [...added, ...work, ...draft].flatMap(({ evidence }) =>
    evidence.flatMap((piece) => nameOf(piece) ?? []),
  )

export const nameOf = (piece: SamplePiece): string | undefined => {
  if ('image' in piece) return `${piece.image}.png`
  return 'file' in piece ? piece.file : undefined
}

/** Stores every file that the sample work names. */
export const importSampleFiles = (
  storage: { files: Files; scratch: string },
  work: readonly SampleWork[],
): Promise<SampleFile[]> => {
  const wanted = work.flatMap((each) =>
    namesIn(each).map((name) => ({ name, learner: each.learner })),
  )
  // Sequential: the decoding process handles one file at a time, and its queue is limited.
  return Array.fromAsync(wanted, async ({ name, learner }) => {
    const id = fileIdOf(learner, name)
    const bytes = await readFile(new URL(name, FOLDER))
    return { id, learner, content: await importFile(storage, { id, name, bytes }) }
  })
}
