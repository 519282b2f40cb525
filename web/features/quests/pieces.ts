import type { DraftBlock } from '#contract/evidence'

/** One piece while it is being made; `key` tells the pieces apart on the screen. */
export type Piece = DraftBlock & { key: string }
export type TaskDraft = { pieces: Piece[]; reflection: string }

export const asPiece = (block: DraftBlock): Piece => ({ ...block, key: crypto.randomUUID() })

/** The part of a draft that the server gets. */
export const contentOfDraft = ({ pieces, reflection }: TaskDraft) => ({
  blocks: pieces.map(({ key: _, ...block }): DraftBlock => block),
  reflection,
})

export const emptyText = (): DraftBlock => ({ type: 'text', text: '' })

/** An empty text is none. */
export const isNotEmpty = (piece: DraftBlock) =>
  !(piece.type === 'text' && piece.text.trim() === '')

/** The piece that a stored file becomes. */
export const fileBlock = (stored: { id: string; content_type: string; name: string }): DraftBlock =>
  stored.content_type.startsWith('image/')
    ? { type: 'image', file_id: stored.id, alt: '', caption: '' }
    : { type: 'file', file_id: stored.id, caption: stored.name }

export const holdsFile = (pieces: readonly DraftBlock[], fileId: string) =>
  pieces.some((piece) => 'file_id' in piece && piece.file_id === fileId)

/** Equal for equal pieces, in whatever order their fields come, and with or without empty ones. */
const contentOf = (piece: Piece): string =>
  JSON.stringify(
    Object.entries(piece)
      .filter(([name, value]) => name !== 'key' && value !== '')
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )

/** Merges the drafts of two devices: the server's, and below it what it lacks of one's own. */
export const mergeDrafts = (remote: TaskDraft, own: TaskDraft): TaskDraft => {
  const known = new Set(remote.pieces.map(contentOf))
  const added = own.pieces.filter((piece) => isNotEmpty(piece) && !known.has(contentOf(piece)))
  const reflections = [remote.reflection, own.reflection].map((text) => text.trim())
  return {
    pieces: [...remote.pieces, ...added],
    reflection: [...new Set(reflections)].filter((text) => text !== '').join('\n\n'),
  }
}
