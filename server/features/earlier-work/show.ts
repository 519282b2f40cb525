import type { LearningRecord } from '#contract/earlier-work'
import type { StoredBlock } from '#contract/evidence'

import type { EarlierFile, EarlierRow } from './queries.ts'

/** Records name files as the site did that made them; here they get the ids, names and sizes of this one. */
export const toReply = (
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
