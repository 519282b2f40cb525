import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'

import type { AdvisedLearner } from '#contract/advising'
import { type Grade, GRADES } from '#rules/grades'
import type { Subject } from '#rules/subjects'
import { Select } from '#ui'
import { recordQuery, transcript, yearName } from '#views/transcript'
import { useApiMutation } from '#web/api'
import { ChangeForm, useAppForm } from '#web/form'

const NO_GRADE = 'none'

const Chosen = z.object({
  /** Kind and id: "subject:arts", "quest:…". */
  course: z.string().check(z.minLength(1, 'Please choose a course')),
  school_year: z.string(),
  grade: z.string().check(z.minLength(1, 'Please choose a grade')),
})

/** Records a grade for a subject of a school year, or for a quest. The newest grade applies. */
export const GradeForm = ({ learner }: { learner: AdvisedLearner }) => {
  const { data: record } = useQuery(recordQuery(learner.id))
  const store = useApiMutation(transcript.recordGrade)
  const [done, setDone] = useState('')
  const { field, frame } = useAppForm({
    schema: Chosen,
    idPrefix: 'grade-',
    defaultValues: { course: '', school_year: learner.school_year, grade: '' },
    labels: { course: 'Course', school_year: 'School year', grade: 'Grade' },
    save: async ({ course, school_year, grade }) => {
      setDone('')
      const [kind, id = ''] = course.split(':')
      await store.mutateAsync({
        params: { id: learner.id },
        body: {
          school_year,
          ...(kind === 'quest' ? { quest_id: id } : { subject: id as Subject }),
          grade: grade === NO_GRADE ? null : (grade as Grade),
        },
      })
      setDone(grade === NO_GRADE ? 'The grade has been removed.' : 'The grade has been recorded.')
    },
    failed: 'The grade could not be recorded. Please try again.',
  })

  const subjects = learner.credits.plan.subjects
  const years = new Set([learner.school_year, ...(record?.years ?? []).map((y) => y.school_year)])
  const graded = (record?.years ?? []).flatMap(({ school_year, courses }) =>
    courses.flatMap(({ title, grade }) => (grade ? [{ school_year, title, grade }] : [])),
  )
  return (
    <div className="space-y-4">
      {graded.length > 0 ? (
        <ul className="divide-y divide-line border-y border-line">
          {graded.map(({ school_year, title, grade }) => (
            <li key={`${school_year} ${title}`} className="flex justify-between gap-4 py-2">
              <span>
                {title} <span className="text-sm text-muted">{yearName(school_year)}</span>
              </span>
              <span className="font-semibold">{grade}</span>
            </li>
          ))}
        </ul>
      ) : null}
      <ChangeForm
        {...frame}
        className="space-y-4"
        action="Record grade"
        variant="secondary"
        beside={
          <p role="status" className="font-medium text-success">
            {done}
          </p>
        }
      >
        <Select
          {...field('course')}
          placeholder="Choose a subject or a quest"
          options={[
            ...subjects.map(({ subject, name }) => ({ value: `subject:${subject}`, label: name })),
            ...learner.quests.map(({ id, title }) => ({
              value: `quest:${id}`,
              label: `Quest: ${title}`,
            })),
          ]}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Select
            {...field('school_year')}
            options={[...years].toSorted().map((year) => ({ value: year, label: yearName(year) }))}
          />
          <Select
            {...field('grade')}
            placeholder="Choose a grade"
            options={[
              ...GRADES.map((each) => ({
                value: each,
                label: each === 'P' ? 'P (passed)' : each,
              })),
              { value: NO_GRADE, label: 'No grade: remove it' },
            ]}
          />
        </div>
      </ChangeForm>
    </div>
  )
}
