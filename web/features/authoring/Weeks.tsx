import Plus from 'lucide-react/icons/plus'

import type { DraftContent } from '#contract/authoring'
import { MAX_COURSE_WEEKS, WEEK_LENGTHS } from '#rules/quest-limits'
import { Button, Card, FieldError, Textarea, TextField } from '#ui'

import type { QuestDraft } from './use-quest-draft.ts'

/** Weeks of a course. The first one makes a course of a quest; without any, it is a quest again. */
export const Weeks = ({ draft: { content, change, errors } }: { draft: QuestDraft }) => {
  const weeks = content.weeks ?? []
  const set = (at: number, part: Partial<(typeof weeks)[number]>) =>
    change({ weeks: weeks.map((each, index) => (index === at ? { ...each, ...part } : each)) })
  const add = () =>
    change({
      weeks: [...weeks, { title: '', text: '' }],
      ...(weeks.length === 0 ? { tasks: content.tasks.map((task) => ({ ...task, week: 1 })) } : {}),
    })
  return (
    <Card className="space-y-4" aria-labelledby="edit-weeks">
      <h2 id="edit-weeks" className="text-lg">
        Weeks
      </h2>
      <p className="text-sm text-muted">
        A course is a quest arranged in weeks, of half a credit (60 hours) or a whole one (120
        hours). A quest has none.
      </p>
      {weeks.map(({ title, text }, index) => (
        // Weeks have no identity but their position.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className="space-y-3 rounded-control border border-line p-3">
          <TextField
            id={`weeks.${index}.title`}
            label={`Title of week ${index + 1}`}
            value={title}
            maxLength={WEEK_LENGTHS.title}
            autoComplete="off"
            error={errors[`weeks.${index}.title`]}
            onChange={(event) => set(index, { title: event.target.value })}
          />
          <Textarea
            id={`weeks.${index}.text`}
            label={`Text of week ${index + 1}`}
            hint="In Markdown: what the week is for, and what to read"
            value={text}
            maxLength={WEEK_LENGTHS.text}
            rows={6}
            error={errors[`weeks.${index}.text`]}
            onChange={(event) => set(index, { text: event.target.value })}
          />
          <Button variant="quiet" size="small" onClick={() => change(withoutWeek(content, index))}>
            Remove week {index + 1}
          </Button>
        </div>
      ))}
      <Button
        id="weeks"
        variant="secondary"
        disabled={weeks.length >= MAX_COURSE_WEEKS}
        icon={<Plus aria-hidden size={18} />}
        onClick={add}
      >
        Add a week
      </Button>
      <FieldError id="weeks" error={errors.weeks} />
    </Card>
  )
}

/** Moves the tasks of a removed week to the one before it. */
const withoutWeek = ({ weeks = [], tasks }: DraftContent, at: number): Partial<DraftContent> => {
  const left = weeks.filter((_, index) => index !== at)
  return {
    weeks: left,
    tasks: tasks.map((task) => ({
      ...task,
      week:
        left.length === 0 ? null : Math.max(1, (task.week ?? 1) - ((task.week ?? 1) > at ? 1 : 0)),
    })),
  }
}
