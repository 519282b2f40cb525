import { useQuery } from '@tanstack/react-query'

import type { PracticeProgress } from '#contract/practice'
import { SectionCard } from '#ui'

import { listPractice } from './queries.ts'
import { Skills } from './Skills.tsx'

/** Mastered skills of a learner and those that need work, for advisor and family. Renders nothing before any practice. */
export const LearnerPractice = ({ learnerId }: { learnerId: string }) => {
  const { data } = useQuery(listPractice(learnerId))
  if (!data || data.sets.length === 0) return null
  return (
    <SectionCard id="practice" title="Practice">
      <div className="mt-2 space-y-1">
        {data.sets.map((set) => (
          <Set key={set.slug} set={set} />
        ))}
      </div>
    </SectionCard>
  )
}

const Set = ({ set: { title, mastered, practised } }: { set: PracticeProgress }) => {
  const open = practised.filter(({ status }) => status === 'needs_work').length
  return (
    <details>
      <summary className="min-h-11 cursor-pointer py-2">
        <span className="font-medium">{title}:</span> {mastered} of {practised.length} mastered
        {open > 0 ? `, ${open} ${open === 1 ? 'needs' : 'need'} work` : ''}
      </summary>
      <Skills practised={practised} />
    </details>
  )
}
