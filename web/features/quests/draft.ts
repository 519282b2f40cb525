import { useQueryClient } from '@tanstack/react-query'

import type { DraftBlock } from '#contract/evidence'
import type { Task } from '#contract/quests'
import { connection } from '#web/api'
import { localDraft, useSyncedDraft } from '#web/drafts'

import {
  asPiece,
  contentOfDraft,
  emptyText,
  isNotEmpty,
  mergeDrafts,
  type Piece,
  type TaskDraft,
} from './pieces.ts'
import { getQuest, quests } from './queries.ts'

/** Beginning of the names under which this browser saves drafts of tasks. */
export const DRAFT = 'draft '
const nameOf = (taskId: string) => `${DRAFT}${taskId}`

/** Draft of a task in this browser. Its version is the `updated_at` of the server's draft. */
export const localDraftOf = (taskId: string) => localDraft<TaskDraft, string | null>(nameOf(taskId))

const remoteOf = (draft: Task['draft'] | undefined) => {
  const { blocks, reflection, updated_at } = draft ?? {
    blocks: [emptyText()],
    reflection: '',
    updated_at: null,
  }
  return { value: { pieces: blocks.map(asPiece), reflection }, version: updated_at }
}

/** Draft of a task. Drafts of two devices are merged. */
export const useDraft = (questId: string, { id, draft: stored }: Task) => {
  const cache = useQueryClient()
  const { value, status, isMerged, current, change, release } = useSyncedDraft(nameOf(id), {
    remote: remoteOf(stored),
    content: contentOfDraft,
    isAway: connection.isAway,
    merge: mergeDrafts,
    save: async ({ value, version }) => {
      const content = contentOfDraft(value)
      const body = { ...content, based_on: version }
      const { updated_at } = await quests.saveDraft({ params: { id }, body })
      // A task that is folded and opened again on this page continues it.
      cache.setQueryData(
        getQuest(questId).queryKey,
        (before) =>
          before && {
            ...before,
            tasks: before.tasks.map((task) =>
              task.id === id ? { ...task, draft: { ...content, updated_at } } : task,
            ),
          },
      )
      return { version: updated_at }
    },
    read: async () => {
      const { tasks } = await quests.getQuest({ params: { id: questId } })
      return remoteOf(tasks.find((task) => task.id === id)?.draft)
    },
  })
  const changePieces = (next: (pieces: Piece[]) => Piece[]) =>
    change((before) => ({ ...before, pieces: next(before.pieces) }))
  return {
    draft: value,
    status,
    isMerged,
    release,
    add: (block: DraftBlock) => changePieces((pieces) => [...pieces, asPiece(block)]),
    changePiece: (key: string, part: Partial<DraftBlock>) =>
      changePieces((pieces) =>
        pieces.map((piece) => (piece.key === key ? ({ ...piece, ...part } as Piece) : piece)),
      ),
    remove: (key: string) => changePieces((pieces) => pieces.filter((each) => each.key !== key)),
    reflect: (reflection: string) => change((before) => ({ ...before, reflection })),
    /** Pieces to be submitted; omits empty texts. */
    shown: () => current().value.pieces.filter(isNotEmpty),
  }
}

export type DraftHandle = ReturnType<typeof useDraft>
