import { type FormEvent, useState } from 'react'

import type { PersonalQuest, PersonalQuestContent } from '#contract/authoring'
import { QUEST_LENGTHS } from '#rules/quest-limits'
import { Button, FormErrorSummary, Textarea, TextField } from '#ui'
import { ApiError, messageOf } from '#web/api'

import { labelOf } from './labels.ts'
import type { Task } from './TaskFields.tsx'
import { newTask, TaskList } from './TaskList.tsx'

const UNSAVED = 'That could not be saved. Please try again.'

type Figure = { target: { value: string; valueAsNumber: number } }

const figureOf = ({ target }: Figure) => (target.value === '' ? null : target.valueAsNumber)

type Written = Omit<PersonalQuestContent, 'estimated_hours' | 'tasks'> & {
  estimated_hours: number | null
  tasks: Task[]
}

const asWritten = ({ tasks, ...quest }: PersonalQuestContent): Written => ({
  ...quest,
  tasks: tasks.map((task) => ({ ...task, key: task.key ?? crypto.randomUUID() })),
})

type Props = {
  before?: PersonalQuestContent
  send: string
  /** Rejects with the server's error. */
  save: (quest: PersonalQuest) => Promise<unknown>
}

/** Minimal quest for one learner. */
export const PersonalQuestForm = ({ before, send, save }: Props) => {
  const [quest, setQuest] = useState<Written>(() =>
    before
      ? asWritten(before)
      : {
          title: '',
          description: '',
          estimated_hours: null,
          span_days: null,
          tasks: [newTask()],
        },
  )
  const [failure, setFailure] = useState<{ message: string; fields: Record<string, string> }>()
  const [tries, setTries] = useState(0)
  const [isBusy, setBusy] = useState(false)
  const change = (part: Partial<Written>) => setQuest((before) => ({ ...before, ...part }))
  const fields = failure?.fields ?? {}

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    // Validated by the server, which reports errors by field.
    await save(quest as PersonalQuest).then(
      () => setFailure(undefined),
      (error: unknown) => {
        setFailure({
          message: messageOf(error, UNSAVED),
          fields: error instanceof ApiError ? error.fields : {},
        })
        setTries((count) => count + 1)
      },
    )
    setBusy(false)
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="space-y-4">
      <FormErrorSummary
        attempt={tries}
        message={Object.keys(fields).length === 0 ? failure?.message : undefined}
        fields={Object.keys(fields).map((id) => ({ id, label: labelOf(id) }))}
      />
      <TextField
        id="title"
        label="Title"
        value={quest.title}
        maxLength={QUEST_LENGTHS.title}
        autoComplete="off"
        error={fields.title}
        onChange={(event) => change({ title: event.target.value })}
      />
      <Textarea
        id="description"
        label="Description"
        hint="Markdown"
        optional
        rows={3}
        value={quest.description}
        error={fields.description}
        onChange={(event) => change({ description: event.target.value })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          id="estimated_hours"
          label="Hours of work"
          type="number"
          inputMode="decimal"
          min={0}
          step="any"
          value={quest.estimated_hours ?? ''}
          error={fields.estimated_hours}
          onChange={(event) => change({ estimated_hours: figureOf(event) })}
        />
        <TextField
          id="span_days"
          label="Days it spans"
          type="number"
          inputMode="numeric"
          optional
          min={1}
          value={quest.span_days ?? ''}
          error={fields.span_days}
          onChange={(event) => change({ span_days: figureOf(event) })}
        />
      </div>
      <TaskList<Task>
        tasks={quest.tasks}
        errors={fields}
        make={newTask}
        onChange={(tasks) => change({ tasks })}
      />
      <Button type="submit" busy={isBusy}>
        {send}
      </Button>
    </form>
  )
}
