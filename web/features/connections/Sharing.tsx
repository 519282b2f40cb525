import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { SHOWN_TO_FRIENDS, type ShownToFriends } from '#rules/connections'
import { Checkbox, QueryView, toast } from '#ui'
import { messageOf, useApiMutation } from '#web/api'

import { SHOWN_WORDS } from './labels.ts'
import { connections } from './queries.ts'

const sharing = connections.getSharing.query()

/** Items that the user shares with friends, each with its own switch. */
export const Sharing = () => {
  const query = useQuery(sharing)
  return (
    <QueryView query={query} what="what you share" skeleton="mt-4 h-48">
      {({ shown }) => <Choices stored={shown} />}
    </QueryView>
  )
}

const Choices = ({ stored }: { stored: readonly ShownToFriends[] }) => {
  const [shown, setShown] = useState(stored)
  const change = useApiMutation(connections.changeSharing, { replaces: () => sharing.queryKey })
  const choose = async (chosen: ShownToFriends[]) => {
    setShown(chosen)
    try {
      await change.mutateAsync({ body: { shown: chosen } })
    } catch (error) {
      setShown(shown)
      toast.error(messageOf(error, 'Your choice could not be saved.'))
    }
  }
  return (
    <fieldset className="mt-3 space-y-3">
      <legend className="mb-3 text-muted">
        Only friends see it, and only while you are connected.
      </legend>
      {SHOWN_TO_FRIENDS.map((each) => (
        <Checkbox
          key={each}
          id={`show-${each}`}
          checked={shown.includes(each)}
          onChange={({ currentTarget: { checked } }) =>
            void choose(checked ? [...shown, each] : shown.filter((chosen) => chosen !== each))
          }
          label={
            <>
              <span className="block font-medium">{SHOWN_WORDS[each].label}</span>
              <span className="block text-sm text-muted">{SHOWN_WORDS[each].hint}</span>
            </>
          }
        />
      ))}
    </fieldset>
  )
}
