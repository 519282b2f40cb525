import type { DraftBlock } from '#contract/evidence'
import { ApiError } from '#web/api'
import { session } from '#web/session'

/** One piece while it is being made; `key` tells the pieces apart on the screen. */
export type Piece = DraftBlock & { key: string }
export type DraftState = { pieces: Piece[]; reflection: string }

/** What this browser keeps of a task's draft. */
export type KeptDraft = DraftState & {
  /** `updated_at` of the server's draft that it goes on from; null for none. */
  basedOn: string | null
  /** The server does not have it yet. What the server has counts where nothing is missing there. */
  isUnsent: boolean
}

const keyOf = (taskId: string) => `draft ${taskId}`

export const readDraft = (taskId: string): KeptDraft | undefined => {
  try {
    return JSON.parse(session.kept(keyOf(taskId)) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

export const keepDraft = (taskId: string, kept: KeptDraft | undefined) =>
  session.keep(keyOf(taskId), kept && JSON.stringify(kept))

export const asPiece = (block: DraftBlock): Piece => ({ ...block, key: crypto.randomUUID() })

export const withoutKeys = (pieces: readonly Piece[]): DraftBlock[] =>
  pieces.map(({ key: _, ...block }) => block)

export const emptyText = (): DraftBlock => ({ type: 'text', text: '' })

/** An empty text is none. */
export const isMeant = (piece: DraftBlock) => !(piece.type === 'text' && piece.text.trim() === '')

/** The piece that a stored file becomes. */
export const fileBlock = (stored: { id: string; content_type: string; name: string }): DraftBlock =>
  stored.content_type.startsWith('image/')
    ? { type: 'image', file_id: stored.id, alt: '', caption: '' }
    : { type: 'file', file_id: stored.id, caption: stored.name }

export const holdsFile = (pieces: readonly DraftBlock[], fileId: string) =>
  pieces.some((piece) => 'file_id' in piece && piece.file_id === fileId)

/** The server's draft is not the one that was gone on from. */
export const isChangedElsewhere = (error: unknown) =>
  error instanceof ApiError && error.fields.based_on !== undefined

/** The same for the same piece, in whatever order its parts came, and whether what is empty stands there or not. */
const contentOf = (piece: DraftBlock | Piece): string =>
  JSON.stringify(
    Object.entries(piece)
      .filter(([name, value]) => name !== 'key' && value !== '')
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )

/** Two devices have written: what the server has, and below it what it lacks of one's own. Nothing is lost. */
export const bothOf = (
  stored: { blocks: DraftBlock[]; reflection: string },
  own: DraftState,
): DraftState => {
  const known = new Set(stored.blocks.map(contentOf))
  const added = own.pieces.filter((piece) => isMeant(piece) && !known.has(contentOf(piece)))
  const reflections = [stored.reflection, own.reflection].map((text) => text.trim())
  return {
    pieces: [...stored.blocks.map(asPiece), ...added],
    reflection: [...new Set(reflections)].filter((text) => text !== '').join('\n\n'),
  }
}
