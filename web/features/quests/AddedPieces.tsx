import type { Task } from '#contract/quests'
import { Button, toast } from '#ui'
import { EvidenceBlocks } from '#views/evidence'
import { messageOf, useApiMutation } from '#web/api'

import { quests } from './queries.ts'

type Added = Task['added'][number]

const WHO = {
  parent: 'your family',
  advisor: 'your advisor',
} satisfies Record<Added['submitter'], string>

/** Additions by family and advisor to a task: submitted with the learner's own pieces unless removed. */
export const AddedPieces = ({ added }: { added: readonly Added[] }) => (
  <ul className="space-y-4">
    {added.map((piece) => (
      <li key={piece.id} className="space-y-3 rounded-control border border-line bg-bg p-4">
        <AddedPiece piece={piece} />
      </li>
    ))}
  </ul>
)

const AddedPiece = ({ piece }: { piece: Added }) => {
  const remove = useApiMutation(quests.removeAdded)
  const who = piece.name ?? WHO[piece.submitter]
  const takeOut = () =>
    remove
      .mutateAsync({ params: { id: piece.id } })
      .then(() => toast('Removed.'))
      .catch((error: unknown) => toast.error(messageOf(error, 'It could not be removed.')))
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <p>
          <strong>
            Added by <bdi>{who}</bdi>
          </strong>
          <span className="block text-sm text-muted">
            This is handed in with your own work when you press Submit.
          </span>
        </p>
        <Button
          variant="secondary"
          size="small"
          busy={remove.isPending}
          onClick={() => void takeOut()}
        >
          Remove
        </Button>
      </div>
      <EvidenceBlocks blocks={piece.blocks} isLabelled={false} />
    </>
  )
}
