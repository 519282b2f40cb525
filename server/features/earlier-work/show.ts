import type { EarlierSummary, LearningRecord } from '#contract/earlier-work'
import type { StoredBlock } from '#contract/evidence'

import type { EarlierFile, EarlierRow } from './queries.ts'

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)

export const summaryOf = ({ id, sha256, brought_at, records }: EarlierRow): EarlierSummary => {
  const { site, person, made_at } = records[0]!
  return {
    id,
    site,
    person,
    made_at,
    brought_at,
    sha256,
    quests: sum(records.map(({ quests }) => quests.length)),
    pieces: sum(records.flatMap(({ quests }) => quests.map(({ pieces }) => pieces.length))),
    badges: sum(records.map(({ badges }) => badges.length)),
  }
}

/** Records name files as the site did that made them; here they get the ids, names and sizes of this one. */
export const asShown = (
  { id, learner_id, brought_at, records }: EarlierRow,
  files: readonly EarlierFile[],
) => {
  const byKey = new Map(files.map((file) => [file.key, file]))
  return {
    id,
    learner_id,
    brought_at,
    records: records.map((record) => withBlocks(record, (block) => shownBlock(block, byKey))),
  }
}

const withBlocks = (record: LearningRecord, change: (block: StoredBlock) => StoredBlock) => ({
  ...record,
  quests: record.quests.map((quest) => ({
    ...quest,
    pieces: quest.pieces.map((piece) => ({ ...piece, blocks: piece.blocks.map(change) })),
  })),
})

const shownBlock = (block: StoredBlock, files: Map<string, EarlierFile>): StoredBlock => {
  if (block.type !== 'image' && block.type !== 'file') return block
  const { file_id, ...rest } = block
  const file = files.get(file_id ?? '')
  if (!file)
    return {
      type: 'text',
      text: `${rest.name ?? 'A file'}: not in the export`,
      caption: rest.caption,
    }
  const { id, name, content_type, size } = file
  return { ...rest, file_id: id, name, content_type: content_type ?? '', size }
}
