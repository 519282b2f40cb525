import { useMutation, useQueryClient } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useState } from 'react'

import type { GivenPlan, LearnerGroup } from '#contract/groups'
import { addDays, mondayOf } from '#rules/plan'
import { Alert, Button, Dialog, IconButton, lazyPart, Select, TextField } from '#ui'
import { getPlan } from '#views/plan'
import { messageOf, useApiMutation } from '#web/api'
import { localDay, shortDay } from '#web/format'

import { fullName, learnersInWords } from './labels.ts'
import { groups } from './queries.ts'

const ChooseQuest = lazyPart(() => import('#views/plan'), 'ChooseQuest', 'h-96')

type Entry = { quest_id: string; title: string; target_date: string | null; note: string }

const REASONS = {
  planned: 'in the plan already',
  completed: 'completed already',
  full: 'the plan is full',
} satisfies Record<GivenPlan['not_given'][number]['reason'], string>

/** Gives quests to every learner of a group: one, or those of a week. */
export const GivePlan = ({ group }: { group: LearnerGroup }) => {
  const [entries, setEntries] = useState<readonly Entry[]>([])
  const [choosing, setChoosing] = useState<'quest' | 'week'>()
  const [titles, setTitles] = useState<ReadonlyMap<string, string>>(new Map())
  const close = () => setChoosing(undefined)
  const give = useApiMutation(groups.giveToGroup)
  const add = (added: readonly Entry[]) => {
    const known = new Set(entries.map(({ quest_id }) => quest_id))
    setEntries([...entries, ...added.filter(({ quest_id }) => !known.has(quest_id))])
    close()
  }
  const change = (entry: Entry, part: Partial<Entry>) =>
    setEntries(entries.map((each) => (each === entry ? { ...each, ...part } : each)))
  const submit = () =>
    give.mutate(
      {
        params: { id: group.id },
        body: {
          entries: entries.map(({ quest_id, target_date, note }) => ({
            quest_id,
            target_date,
            note,
          })),
        },
      },
      {
        onSuccess: () => {
          setTitles(new Map(entries.map(({ quest_id, title }) => [quest_id, title])))
          setEntries([])
        },
      },
    )
  const count = learnersInWords(group.learners.length)
  return (
    <div className="space-y-6">
      <p className="max-w-text text-muted">
        The quests are added to each learner’s plan. A day is a wish: each learner may move it, and
        a day in a learner’s time off moves after it. Your own changes are made in each plan.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="secondary"
          icon={<Plus aria-hidden size={18} />}
          onClick={() => setChoosing('quest')}
        >
          Choose a quest
        </Button>
        <Button
          variant="secondary"
          disabled={group.learners.length === 0}
          onClick={() => setChoosing('week')}
        >
          Take a week of a plan
        </Button>
      </div>
      {entries.length > 0 ? (
        <ul aria-label="Quests to give" className="space-y-3">
          {entries.map((entry) => (
            <EntryFields
              key={entry.quest_id}
              entry={entry}
              onChange={(part) => change(entry, part)}
              onRemove={() => setEntries(entries.filter((each) => each !== entry))}
            />
          ))}
        </ul>
      ) : null}
      {give.error ? (
        <Alert tone="danger" role="alert">
          {messageOf(give.error, 'The quests could not be given. Please try again.')}
        </Alert>
      ) : null}
      {entries.length > 0 ? (
        <Button busy={give.isPending} disabled={group.learners.length === 0} onClick={submit}>
          Give to {count}
        </Button>
      ) : null}
      {give.data && entries.length === 0 ? <Result given={give.data} titles={titles} /> : null}
      <Dialog open={choosing === 'quest'} title="Choose a quest" onClose={close}>
        {choosing === 'quest' ? (
          <ChooseQuest
            taken={new Set(entries.map(({ quest_id }) => quest_id))}
            onChoose={({ id, title }) =>
              add([{ quest_id: id, title, target_date: null, note: '' }])
            }
          />
        ) : null}
      </Dialog>
      <Dialog open={choosing === 'week'} title="Take a week of a plan" onClose={close}>
        {choosing === 'week' ? <ChooseWeek group={group} onChoose={add} /> : null}
      </Dialog>
    </div>
  )
}

type EntryFieldsProps = {
  entry: Entry
  onChange: (part: Partial<Entry>) => void
  onRemove: () => void
}

const EntryFields = ({ entry, onChange, onRemove }: EntryFieldsProps) => (
  <li className="rounded-card border border-line bg-surface p-4 shadow-low">
    <div className="flex items-start justify-between gap-3">
      <p className="font-semibold">{entry.title}</p>
      <IconButton label={`Do not give “${entry.title}”`} onClick={onRemove}>
        <X aria-hidden size={18} />
      </IconButton>
    </div>
    <div className="mt-2 grid gap-4 sm:grid-cols-[12rem_1fr]">
      <TextField
        id={`give-day-${entry.quest_id}`}
        label="Day"
        optional
        type="date"
        value={entry.target_date ?? ''}
        onChange={({ target }) => onChange({ target_date: target.value || null })}
      />
      <TextField
        id={`give-note-${entry.quest_id}`}
        label="Note"
        optional
        maxLength={500}
        autoComplete="off"
        value={entry.note}
        onChange={({ target }) => onChange({ note: target.value })}
      />
    </div>
  </li>
)

const Result = ({ given, titles }: { given: GivenPlan; titles: ReadonlyMap<string, string> }) => (
  <div role="status">
    <Alert>
      <p className="font-medium">
        {given.learner_count === 0
          ? 'Nothing was added.'
          : `Added to the plan of ${learnersInWords(given.learner_count)}.`}
      </p>
      {given.not_given.length > 0 ? (
        <>
          <p className="mt-2">Not added:</p>
          <ul className="mt-1 list-disc space-y-1 pl-5">
            {given.not_given.map(({ learner, quest_id, reason }) => (
              <li key={`${learner.id} ${quest_id}`}>
                <bdi>{fullName(learner)}</bdi>, “{titles.get(quest_id)}”: {REASONS[reason]}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </Alert>
  </div>
)

const WEEKS = 12

/** The quests that one learner of the group has in a week, as a start. */
const ChooseWeek = ({
  group,
  onChoose,
}: {
  group: LearnerGroup
  onChoose: (entries: Entry[]) => void
}) => {
  const cache = useQueryClient()
  const [learnerId, setLearnerId] = useState(group.learners[0]?.id ?? '')
  const [monday, setMonday] = useState(() => mondayOf(localDay()))
  const [first] = useState(() => mondayOf(localDay()))
  const [isEmpty, setIsEmpty] = useState(false)
  const take = useMutation({
    mutationFn: async () =>
      (await cache.fetchQuery({ ...getPlan(learnerId), staleTime: 0 })).entries,
    onSuccess: (entries) => {
      const week = entries.filter(
        ({ target_date }) => target_date !== null && mondayOf(target_date) === monday,
      )
      setIsEmpty(week.length === 0)
      if (week.length === 0) return
      // Without notes: they were written to this learner.
      onChoose(
        week.map(({ quest_id, title, target_date }) => ({
          quest_id,
          title,
          target_date,
          note: '',
        })),
      )
    },
  })
  return (
    <div className="space-y-4">
      <Select
        id="week-learner"
        label="Plan of"
        value={learnerId}
        options={group.learners.map((learner) => ({ value: learner.id, label: fullName(learner) }))}
        onChange={({ target }) => setLearnerId(target.value)}
      />
      <Select
        id="week-monday"
        label="Week"
        value={monday}
        options={Array.from({ length: WEEKS }, (_, week) => addDays(first, 7 * week)).map(
          (day) => ({
            value: day,
            label: `${shortDay(day)} to ${shortDay(addDays(day, 6))}`,
          }),
        )}
        onChange={({ target }) => setMonday(target.value)}
      />
      {isEmpty ? <p role="status">Nothing is planned in this week.</p> : null}
      {take.error ? (
        <Alert tone="danger" role="alert">
          {messageOf(take.error, 'The plan could not be loaded. Please try again.')}
        </Alert>
      ) : null}
      <Button busy={take.isPending} onClick={() => take.mutate()}>
        Take these quests
      </Button>
    </div>
  )
}
