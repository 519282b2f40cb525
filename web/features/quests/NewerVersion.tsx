import type { Quest } from '#contract/quests'
import { Alert } from '#ui'
import { useApiMutation } from '#web/api'
import { ConfirmButton } from '#web/form'

import { quests } from './queries.ts'

type Props = { quest: Quest; newer: NonNullable<Quest['newer']> }

/** Announces a newer version of a quest, with its changes, before switching. */
export const NewerVersion = ({ quest, newer }: Props) => {
  const choose = useApiMutation(quests.chooseVersion, {
    replaces: ({ params }) => quests.getQuest.query({ params }).queryKey,
  })
  return (
    <Alert title="There is a new version of this quest">
      <p>You can finish the version you started, or switch to the new one.</p>
      <ConfirmButton
        button={{ size: 'small', className: 'mt-3', children: 'See what has changed' }}
        title="Switch to the new version?"
        keep="Keep my version"
        action="Switch to the new version"
        variant="primary"
        confirm={() =>
          choose.mutateAsync({ params: { id: quest.id }, body: { version: newer.version } })
        }
        saved="You are now on the new version"
        failed="The version could not be changed."
      >
        <Titles heading="New tasks" titles={newer.added} />
        <Titles heading="Removed tasks" titles={newer.dropped} />
        {newer.added.length + newer.dropped.length === 0 ? (
          <p>The tasks stay the same. Only the text around them has changed.</p>
        ) : null}
        <p>Everything you have handed in stays, with its XP, feedback and credit.</p>
      </ConfirmButton>
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
