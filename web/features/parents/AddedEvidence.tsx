import { useQuery } from '@tanstack/react-query'

import type { OwnAddition } from '#contract/parents'
import { Button, SectionCard, toast } from '#ui'
import { EvidenceBlocks } from '#views/evidence'
import { messageOf, useApiMutation } from '#web/api'
import { dateOf } from '#web/format'

import { ownAdded, parents } from './queries.ts'

/** The reader's additions that the child has not submitted yet. */
export const AddedEvidence = ({ childId, name }: { childId: string; name: string }) => {
  const { data } = useQuery(ownAdded(childId))
  if (!data || data.items.length === 0) return null
  return (
    <SectionCard id="added" title="Added by you">
      <p className="mt-1 text-muted">
        This is kept with {name}’s draft and will be handed in with the task unless one of you
        removes it.
      </p>
      <ul className="mt-3 divide-y divide-line">
        {data.items.map((item) => (
          <Item key={item.id} item={item} childId={childId} />
        ))}
      </ul>
    </SectionCard>
  )
}

const Item = ({ item, childId }: { item: OwnAddition; childId: string }) => {
  const takeBack = useApiMutation(parents.takeBackAdded)
  const remove = () =>
    takeBack
      .mutateAsync({ params: { id: childId, added_id: item.id } })
      .catch((error: unknown) => toast.error(messageOf(error, 'It could not be removed.')))
  return (
    <li className="space-y-3 py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div>
          <p className="font-semibold">{item.task_title}</p>
          <p className="text-sm text-muted">
            {item.quest_title}, {dateOf(item.added_at)}
          </p>
        </div>
        <Button
          variant="secondary"
          size="small"
          busy={takeBack.isPending}
          onClick={() => void remove()}
        >
          Remove
        </Button>
      </div>
      <EvidenceBlocks blocks={item.blocks} isLabelled={false} />
    </li>
  )
}
