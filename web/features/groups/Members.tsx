import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'

import { type LearnerGroup, NewLearnerGroup } from '#contract/groups'
import { paths } from '#contract/paths'
import {
  Alert,
  Button,
  Dialog,
  EmptyState,
  IconButton,
  QueryView,
  SectionCard,
  TextField,
} from '#ui'
import { messageOf, useApiMutation } from '#web/api'
import { ChangeForm, ConfirmButton, useAppForm } from '#web/form'

import { fullName } from './labels.ts'
import { LearnerChooser } from './LearnerChooser.tsx'
import { groupQuery, groups, namesQuery } from './queries.ts'

const useGroupChange = () =>
  useApiMutation(groups.changeLearnerGroup, {
    replaces: ({ params }) => groupQuery(params.id).queryKey,
  })

/** A group's learners, its name, and how it ends. */
export const Members = ({ group }: { group: LearnerGroup }) => {
  const { id, learners, archived } = group
  const [adding, setAdding] = useState(false)
  const change = useGroupChange()
  return (
    <div className="space-y-6">
      <Button icon={<Plus aria-hidden size={18} />} onClick={() => setAdding(true)}>
        Add learners
      </Button>
      {change.error ? (
        <Alert tone="danger" role="alert">
          {messageOf(change.error)}
        </Alert>
      ) : null}
      {learners.length === 0 ? (
        <EmptyState title="Nobody is in this group">
          Add learners who are in your care. Those who have left it are not shown.
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line rounded-card border border-line bg-surface px-4">
          {learners.map((learner) => (
            <li key={learner.id} className="flex items-center justify-between gap-3 py-2">
              <Link to={paths.advisedLearner(learner.id)} className="link">
                <bdi>{fullName(learner)}</bdi>
              </Link>
              <IconButton
                label={`Remove ${fullName(learner)} from the group`}
                onClick={() => change.mutate({ params: { id }, body: { remove: [learner.id] } })}
              >
                <X aria-hidden size={18} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <SectionCard id="group-settings" title="Name and end" className="space-y-5">
        <NameForm key={group.name} group={group} />
        <div className="flex flex-wrap gap-3">
          <Button
            variant="secondary"
            busy={change.isPending}
            onClick={() => change.mutate({ params: { id }, body: { archived: !archived } })}
          >
            {archived ? 'Use this group again' : 'Archive this group'}
          </Button>
          <DeleteButton group={group} />
        </div>
      </SectionCard>
      <Dialog open={adding} title="Add learners" onClose={() => setAdding(false)}>
        {adding ? <AddLearners group={group} done={() => setAdding(false)} /> : null}
      </Dialog>
    </div>
  )
}

const NameForm = ({ group: { id, name } }: { group: LearnerGroup }) => {
  const change = useGroupChange()
  const { field, frame } = useAppForm({
    schema: NewLearnerGroup,
    idPrefix: 'group-',
    defaultValues: { name },
    labels: { name: 'Name' },
    save: (values) => change.mutateAsync({ params: { id }, body: { name: values.name } }),
    saved: 'The name has been saved',
  })
  return (
    <ChangeForm {...frame} className="space-y-4" action="Save the name" variant="secondary">
      <TextField {...field('name')} autoComplete="off" maxLength={80} />
    </ChangeForm>
  )
}

const DeleteButton = ({ group: { id, name } }: { group: LearnerGroup }) => {
  const navigate = useNavigate()
  const remove = useApiMutation(groups.deleteLearnerGroup, {
    ends: ({ params }) => groupQuery(params.id).queryKey,
    onSuccess: () => navigate(paths.learnerGroups),
  })
  return (
    <ConfirmButton
      button={{ variant: 'secondary', children: 'Delete this group' }}
      title="Delete this group?"
      action="Delete"
      confirm={() => remove.mutateAsync({ params: { id } })}
    >
      <p>
        “<bdi>{name}</bdi>” disappears for good. What its learners have received stays with them.
      </p>
    </ConfirmButton>
  )
}

const AddLearners = ({ group, done }: { group: LearnerGroup; done: () => void }) => {
  const names = useQuery(namesQuery)
  const change = useGroupChange()
  const [chosen, setChosen] = useState<string[]>([])
  const members = new Set(group.learners.map(({ id }) => id))
  return (
    <QueryView query={names} what="your learners" skeleton="h-96">
      {({ items }) => (
        <div className="space-y-4">
          <LearnerChooser
            id="add-learners"
            learners={items.filter(({ id }) => !members.has(id))}
            chosen={chosen}
            onChange={setChosen}
            error={change.error ? messageOf(change.error) : undefined}
          />
          <Button
            disabled={chosen.length === 0}
            busy={change.isPending}
            onClick={() =>
              change.mutate(
                { params: { id: group.id }, body: { add: chosen } },
                { onSuccess: done },
              )
            }
          >
            Add
          </Button>
        </div>
      )}
    </QueryView>
  )
}
