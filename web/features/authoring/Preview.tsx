import { useState } from 'react'

import type { DraftContent } from '#contract/authoring'
import type { Quest } from '#contract/quests'
import { PILLARS } from '#rules/pillars'
import { SUBJECTS } from '#rules/subjects'
import { Alert, Select } from '#ui'
import { fileUrl } from '#views/evidence'
import { QuestPreview } from '#views/quests'

const AGES = Array.from({ length: 14 }, (_, index) => index + 6)

/** A quest in the learner's view, rendered by the same components, for a chosen age. */
export const Preview = ({ id, content }: { id: string; content: DraftContent }) => {
  const [age, setAge] = useState(11)
  const isOutside =
    content.age_min !== null &&
    content.age_max !== null &&
    (age < content.age_min || content.age_max < age)
  return (
    <div className="space-y-4">
      <div className="max-w-60">
        <Select
          id="preview-age"
          label="Preview for a learner aged"
          value={String(age)}
          onChange={(event) => setAge(Number(event.target.value))}
          options={AGES.map((each) => ({ value: String(each), label: String(each) }))}
        />
      </div>
      {isOutside ? (
        <Alert title="Not among their recommendations">
          At {age} this quest appears in search, but is not recommended.
        </Alert>
      ) : null}
      <QuestPreview quest={questOf(id, content)} />
    </div>
  )
}

const questOf = (id: string, { tasks, ...content }: DraftContent): Quest => {
  const total = tasks.reduce((sum, { xp }) => sum + xp, 0)
  return {
    ...content,
    id,
    slug: id,
    title: content.title || 'Untitled',
    estimated_hours: content.estimated_hours ?? 0,
    age_min: content.age_min ?? 5,
    age_max: content.age_max ?? 19,
    pillars: PILLARS.filter((pillar) => tasks.some((task) => task.pillar === pillar)),
    subjects: SUBJECTS.filter((subject) => tasks.some((task) => task.subjects[subject])),
    xp_by_pillar: [],
    total_xp: total,
    bonus_xp: Math.floor(total / 2),
    status: 'published',
    version: 1,
    newer: null,
    author: null,
    cover_url: content.cover_file_id && fileUrl(content.cover_file_id),
    personal: false,
    prerequisites: [],
    enrollment: null,
    tasks: tasks.map((task) => ({
      ...task,
      id: task.key,
      title: task.title || 'Untitled task',
      own: false,
      xp_confirmed: true,
      done: false,
      dropped: false,
      xp_earned: 0,
      draft: null,
      added: [],
      attempts: [],
    })),
  }
}
