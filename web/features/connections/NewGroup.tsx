import { useQuery } from '@tanstack/react-query'

import { type Friend, NewGroup as NewGroupBody } from '#contract/connections'
import { Checkbox, SectionCard, Select, TextField, toast } from '#ui'
import { dashboardQuery } from '#views/dashboard'
import { useApiMutation } from '#web/api'
import { ChangeForm, useAppForm } from '#web/form'

import { connections, friendsQuery } from './queries.ts'

type Doing = { quest_id: string; quest_title: string }

/** Creates a group on one of the user's active quests; renders nothing without such a quest or without friends. */
export const NewGroup = () => {
  const { data } = useQuery(friendsQuery)
  const dashboard = useQuery(dashboardQuery())
  const doing = dashboard.data?.active_quests ?? []
  const friends = data?.friends ?? []
  if (friends.length === 0 || doing.length === 0) return null
  return (
    <SectionCard id="new-group" title="Do a quest together">
      <GroupForm friends={friends} doing={doing} />
    </SectionCard>
  )
}

const EMPTY = { quest_id: '', name: '', friend_ids: [] as string[] }

const GroupForm = ({ friends, doing }: { friends: Friend[]; doing: Doing[] }) => {
  const make = useApiMutation(connections.makeGroup)
  const { form, field, errorOf, frame } = useAppForm({
    schema: NewGroupBody,
    idPrefix: 'group-',
    defaultValues: EMPTY,
    labels: { quest_id: 'Quest', name: 'Group name', friend_ids: 'Friends' },
    save: async (body) => {
      await make.mutateAsync({ body })
      form.reset(EMPTY)
      toast.success('Your friends have been invited')
    },
    failed: 'The group could not be created. Please try again.',
  })
  return (
    <ChangeForm {...frame} className="mt-4 space-y-5" action="Invite">
      <Select
        {...field('quest_id')}
        placeholder="Choose one you are doing"
        options={doing.map(({ quest_id, quest_title }) => ({
          value: quest_id,
          label: quest_title,
        }))}
      />
      <TextField {...field('name')} autoComplete="off" maxLength={80} />
      <fieldset className="space-y-3">
        <legend className="mb-2 font-semibold">Friends</legend>
        {friends.map(({ id, name }, index) => (
          <Checkbox
            key={id}
            {...form.register('friend_ids')}
            // The error summary links to the first checkbox.
            id={index === 0 ? 'group-friend_ids' : `group-friend-${id}`}
            value={id}
            label={<bdi>{name}</bdi>}
            error={index === 0 ? errorOf('friend_ids') : undefined}
          />
        ))}
      </fieldset>
    </ChangeForm>
  )
}
