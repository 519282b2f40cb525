import { useState } from 'react'

import type { Quest } from '#contract/quests'
import { Alert } from '#ui/alert'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { toast } from '#ui/toasts'
import { messageOf, useChange } from '#web/api'

import { quests } from './queries.ts'

type Props = { quest: Quest; newer: NonNullable<Quest['newer']> }

/** Says that a quest has a newer version, and what would change, before anything does. */
export const NewerVersion = ({ quest, newer }: Props) => {
  const [asking, setAsking] = useState(false)
  const choose = useChange(quests.chooseVersion, {
    replaces: ({ params }) => quests.getQuest.query({ params }).queryKey,
  })
  const confirm = async () => {
    try {
      await choose.mutateAsync({ params: { id: quest.id }, body: { version: newer.version } })
      setAsking(false)
      toast.success('You are on the new version')
    } catch (error) {
      toast.error(messageOf(error, 'The version could not be changed.'))
    }
  }
  return (
    <Alert title="There is a new version of this quest">
      <p>You can finish the one you have begun, or continue with the new one.</p>
      <Button variant="secondary" size="small" className="mt-3" onClick={() => setAsking(true)}>
        See what changes
      </Button>
      <Dialog
        open={asking}
        title="Continue with the new version?"
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button variant="secondary" onClick={() => setAsking(false)}>
              Stay with mine
            </Button>
            <Button busy={choose.isPending} onClick={() => void confirm()}>
              Choose the new version
            </Button>
          </>
        }
      >
        <div className="space-y-4">
          <Titles heading="Tasks that come" titles={newer.added} />
          <Titles heading="Tasks that go" titles={newer.dropped} />
          {newer.added.length + newer.dropped.length === 0 ? (
            <p>The tasks stay the same; what is written around them is new.</p>
          ) : null}
          <p>What you have handed in stays, with its XP, its feedback and its credit.</p>
        </div>
      </Dialog>
    </Alert>
  )
}

const Titles = ({ heading, titles }: { heading: string; titles: readonly string[] }) =>
  titles.length > 0 ? (
    <div>
      <h3 className="font-semibold">{heading}</h3>
      <ul className="list-disc pl-6">
        {titles.map((title) => (
          <li key={title}>{title}</li>
        ))}
      </ul>
    </div>
  ) : null
