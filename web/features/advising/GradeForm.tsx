import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'

import type { AdvisedLearner } from '#contract/advising'
import { type Grade, GRADES } from '#rules/grades'
import type { Subject } from '#rules/subjects'
import { Alert } from '#ui/alert'
import { Button } from '#ui/button'
import { Select } from '#ui/select'
import { recordQuery, transcript, yearName } from '#views/transcript'
import { messageOf } from '#web/api'
import { useChange } from '#web/use-change'

const NO_GRADE = 'none'

/** Records a grade for a subject of a school year, or for a quest. The newest one holds. */
export const GradeForm = ({ learner }: { learner: AdvisedLearner }) => {
  const { data: record } = useQuery(recordQuery(learner.id))
  const store = useChange(transcript.recordGrade)
  const [schoolYear, setSchoolYear] = useState(learner.school_year)
  const [course, setCourse] = useState('')
  const [grade, setGrade] = useState('')
  const [state, setState] = useState<{ busy?: boolean; error?: string; said?: string }>({})

  const subjects = learner.credits.plan.subjects
  const years = new Set([learner.school_year, ...(record?.years ?? []).map((y) => y.school_year)])
  const graded = (record?.years ?? []).flatMap(({ school_year, courses }) =>
    courses.flatMap(({ title, grade }) => (grade ? [{ school_year, title, grade }] : [])),
  )
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (course === '' || grade === '') {
      setState({ error: 'Please choose a course and a grade.' })
      return
    }
    setState({ busy: true })
    const [kind, id = ''] = course.split(':')
    try {
      await store.mutateAsync({
        params: { id: learner.id },
        body: {
          school_year: schoolYear,
          ...(kind === 'quest' ? { quest_id: id } : { subject: id as Subject }),
          grade: grade === NO_GRADE ? null : (grade as Grade),
        },
      })
      setState({ said: grade === NO_GRADE ? 'The grade is taken back.' : 'The grade is recorded.' })
    } catch (error) {
      setState({ error: messageOf(error, 'The grade could not be recorded. Please try again.') })
    }
  }

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
      <form noValidate onSubmit={(event) => void submit(event)} className="space-y-4">
        {state.error ? (
          <Alert tone="danger" role="alert">
            {state.error}
          </Alert>
        ) : null}
        <Select
          id="grade-course"
          label="Course"
          placeholder="Choose a subject or a quest"
          value={course}
          options={[
            ...subjects.map(({ subject, name }) => ({ value: `subject:${subject}`, label: name })),
            ...learner.quests.map(({ id, title }) => ({
              value: `quest:${id}`,
              label: `Quest: ${title}`,
            })),
          ]}
          onChange={(event) => setCourse(event.target.value)}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Select
            id="grade-year"
            label="School year"
            value={schoolYear}
            options={[...years].toSorted().map((year) => ({ value: year, label: yearName(year) }))}
            onChange={(event) => setSchoolYear(event.target.value)}
          />
          <Select
            id="grade-grade"
            label="Grade"
            placeholder="Choose a grade"
            value={grade}
            options={[
              ...GRADES.map((each) => ({
                value: each,
                label: each === 'P' ? 'P (passed)' : each,
              })),
              { value: NO_GRADE, label: 'No grade: take it back' },
            ]}
            onChange={(event) => setGrade(event.target.value)}
          />
        </div>
        <div className="flex flex-wrap items-center gap-4">
          <Button type="submit" variant="secondary" busy={state.busy ?? false}>
            Record grade
          </Button>
          <p role="status" className="font-medium text-success">
            {state.said ?? ''}
          </p>
        </div>
      </form>
    </div>
  )
}
