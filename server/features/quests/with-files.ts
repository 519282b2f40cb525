import type { EvidenceBlock, StoredBlock } from '#contract/evidence'
import { attachFiles } from '#features/files'
import type { Db } from '#platform/database'
import { invalid } from '#platform/http'

export const fileIdsIn = (blocks: readonly EvidenceBlock[]): string[] =>
  blocks.flatMap((block) => ('file_id' in block ? [block.file_id] : []))

/** Adds name, type and size to file blocks; refuses files that are not the learner's own. */
export const withFiles = async (
  db: Db,
  ownerId: string,
  blocks: EvidenceBlock[],
): Promise<StoredBlock[]> => {
  const files = await attachFiles(db, ownerId, fileIdsIn(blocks))
  return blocks.map((block, i) => {
    if (!('file_id' in block)) return block
    const file = files.get(block.file_id)
    if (!file) {
      const message = 'This file no longer exists. Please add it again.'
      throw invalid(message, { [`blocks.${i}.file_id`]: message })
    }
    if (block.type === 'image' && !file.content_type.startsWith('image/')) {
      throw invalid('This file is not a picture.', { [`blocks.${i}.file_id`]: 'Not a picture' })
    }
    return { ...block, ...file }
  })
}
