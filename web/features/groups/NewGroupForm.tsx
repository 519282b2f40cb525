import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'

import { type GroupLearner, NewLearnerGroup } from '#contract/groups'
import { paths } from '#contract/paths'
import { QueryView, Select, TextField } from '#ui'
import { rosters } from '#views/rosters'
import { useApiMutation } from '#web/api'
import { ChangeForm, useAppForm } from '#web/form'

import { LearnerChooser } from './LearnerChooser.tsx'
import { groups, namesQuery } from './queries.ts'

/** Form for a new group; a homeroom of the roster fills in its name and learners. */
export const NewGroupForm = () => {
  const names = useQuery(namesQuery)
  return (
    <QueryView query={names} what="your learners" skeleton="h-96">
      {({ items }) =>
        items.length === 0 ? (
          <p>When an admin assigns learners to you, you can make groups of them.</p>
        ) : (
          <GroupForm learners={items} />
        )
      }
    </QueryView>
  )
}

const GroupForm = ({ learners }: { learners: readonly GroupLearner[] }) => {
  const navigate = useNavigate()
  const homerooms = useQuery(rosters.listHomerooms.query()).data?.items ?? []
  const create = useApiMutation(groups.createLearnerGroup)
  const [chosen, setChosen] = useState<string[]>([])
  const { form, field, errorOf, frame } = useAppForm({
    schema: NewLearnerGroup,
    idPrefix: 'new-group-',
    defaultValues: { name: '' },
    labels: { name: 'Name', learner_ids: 'Learners' },
    relevant: (values) => ({ ...values, learner_ids: chosen }),
    save: async (body) => {
      const { id } = await create.mutateAsync({ body })
      await navigate(paths.learnerGroup(id))
    },
    failed: 'The group could not be created. Please try again.',
  })
  const fill = (id: string) => {
    const homeroom = homerooms.find((each) => each.id === id)
    if (!homeroom) return
    form.setValue('name', homeroom.name)
    const known = new Set(learners.map((each) => each.id))
    setChosen(homeroom.learner_ids.filter((each) => known.has(each)))
  }
  return (
    <ChangeForm {...frame} className="space-y-5" action="Create the group">
      {homerooms.length > 0 ? (
        <Select
          id="new-group-homeroom"
          label="From a homeroom"
          optional
          placeholder="Choose the learners yourself"
          options={homerooms.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={({ target }) => fill(target.value)}
        />
      ) : null}
      <TextField
        {...field('name')}
        autoComplete="off"
        maxLength={80}
        hint="Only you see the name."
      />
      <LearnerChooser
        id="new-group-learner_ids"
        learners={learners}
        chosen={chosen}
        onChange={setChosen}
        error={errorOf('learner_ids')}
      />
    </ChangeForm>
  )
}
