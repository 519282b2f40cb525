import type { DraftContent } from '#contract/authoring'
import { QUEST_LENGTHS } from '#rules/quest-limits'
import { Card, Checkbox, Textarea, TextField } from '#ui'

import { CoverField } from './CoverField.tsx'
import { FIELD_LABELS } from './labels.ts'
import { QuestPicker } from './QuestPicker.tsx'
import { Rubric } from './Rubric.tsx'
import { newTask, TaskList } from './TaskList.tsx'
import type { QuestDraft } from './use-quest-draft.ts'
import { Weeks } from './Weeks.tsx'

type DraftTask = DraftContent['tasks'][number]
type Texts = keyof typeof QUEST_LENGTHS
type Figures = 'estimated_hours' | 'span_days' | 'age_min' | 'age_max'

export const QuestFields = ({ draft, id }: { draft: QuestDraft; id: string }) => {
  const { content, change, errors } = draft
  const text = (field: Texts) => ({
    id: field,
    label: FIELD_LABELS[field],
    value: content[field],
    // Text that is too long is reported, never truncated.
    error:
      errors[field] ??
      (content[field].length > QUEST_LENGTHS[field]
        ? `Please use at most ${QUEST_LENGTHS[field]} characters`
        : undefined),
    onChange: (event: { target: { value: string } }) =>
      change({ [field]: event.target.value } as Partial<DraftContent>),
  })
  const figure = (field: Figures) => ({
    id: field,
    label: FIELD_LABELS[field],
    type: 'number',
    inputMode: 'decimal' as const,
    value: content[field] ?? '',
    error: errors[field],
    onChange: (event: { target: { value: string } }) =>
      change({ [field]: event.target.value === '' ? null : Number(event.target.value) }),
  })
  return (
    <form noValidate onSubmit={(event) => event.preventDefault()} className="space-y-8">
      <Card className="space-y-4">
        <h2 className="text-lg">What it is about</h2>
        <TextField {...text('title')} autoComplete="off" />
        <TextField {...text('summary')} autoComplete="off" hint="One sentence on its card" />
        <TextField
          {...text('big_idea')}
          autoComplete="off"
          hint="What learners remember when the details are forgotten"
        />
        <Textarea {...text('description')} rows={8} hint="Markdown: **bold**, lists, links" />
      </Card>
      <Weeks draft={draft} />
      <TaskList<DraftTask>
        tasks={content.tasks}
        weeks={content.weeks?.length ?? 0}
        errors={errors}
        make={() => ({ ...newTask(), required: true, evidence: ['text', 'image'] })}
        onChange={(tasks) => change({ tasks })}
      />
      <Card className="space-y-4">
        <h2 className="text-lg">Time and age</h2>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField {...figure('estimated_hours')} min={0} step={0.5} hint="About 50 XP an hour" />
          <TextField
            {...figure('span_days')}
            optional
            min={1}
            max={366}
            hint="Where nature or people set the pace"
          />
          <TextField {...figure('age_min')} min={5} max={18} />
          <TextField {...figure('age_max')} min={6} max={19} />
        </div>
      </Card>
      <Card className="space-y-4">
        <h2 className="text-lg">Help and materials</h2>
        <Textarea {...text('materials')} optional rows={3} />
        <Textarea {...text('safety')} optional rows={3} />
        <Rubric draft={draft} />
        <Textarea {...text('example')} optional rows={4} />
        <Textarea {...text('hints')} optional rows={4} hint="Where learners get stuck" />
        <Textarea
          {...text('for_adults')}
          optional
          rows={3}
          hint="What to do, what to leave to the child, and where children usually get stuck"
        />
      </Card>
      <Card className="space-y-4">
        <h2 className="text-lg">Prerequisites and repeats</h2>
        <QuestPicker
          legend={FIELD_LABELS.prerequisites}
          hint="Quests to complete first"
          id="prerequisites"
          chosen={content.prerequisites}
          except={id}
          error={errors.prerequisites}
          onChange={(prerequisites) => change({ prerequisites })}
        />
        <Checkbox
          id="repeatable"
          label="It can be repeated with a different subject: another book, another person"
          checked={content.repeatable}
          onChange={(event) => change({ repeatable: event.target.checked })}
        />
        <CoverField id={id} content={content} error={errors.cover_file_id} onChange={change} />
      </Card>
    </form>
  )
}
