import { NewOutsideWork } from '#contract/outside-work'
import { OUTSIDE_HOURS, OUTSIDE_KIND_NAMES, OUTSIDE_KINDS } from '#rules/outside-work'
import { SUBJECT_NAMES, SUBJECTS } from '#rules/subjects'
import { Select, Textarea, TextField } from '#ui'
import { useApiMutation } from '#web/api'
import { ChangeForm, useAppForm } from '#web/form'
import { localDay } from '#web/format'

import { outsideWork } from './queries.ts'

export const ProposeForm = ({ done }: { done: () => void }) => {
  const propose = useApiMutation(outsideWork.proposeOutsideWork)
  const { field, frame } = useAppForm({
    schema: NewOutsideWork,
    idPrefix: 'outside-',
    labels: {
      kind: 'Kind',
      title: 'What you did',
      organisation: 'Where',
      subject: 'Subject',
      from_day: 'First day',
      until_day: 'Last day',
      hours: 'Hours in all',
      about: 'What you learned',
      witness_name: 'Name of a witness',
      witness_role: 'Who that is',
      witness_email: 'Their email address',
    },
    save: (body) => propose.mutateAsync({ body }),
    saved: 'Your advisor can read it now',
    onSaved: done,
    failed: 'The work could not be added. Please try again.',
  })
  const today = localDay()
  return (
    <ChangeForm {...frame} className="space-y-4" action="Send to your advisor">
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          {...field('kind')}
          placeholder="Choose a kind"
          options={OUTSIDE_KINDS.map((value) => ({ value, label: OUTSIDE_KIND_NAMES[value] }))}
        />
        <Select
          {...field('subject')}
          placeholder="Choose a subject"
          options={SUBJECTS.map((value) => ({ value, label: SUBJECT_NAMES[value] }))}
        />
      </div>
      <TextField
        {...field('title')}
        autoComplete="off"
        maxLength={100}
        hint="In two or three words, such as Apprentice baker"
      />
      <TextField {...field('organisation')} autoComplete="off" maxLength={100} />
      <div className="grid gap-4 sm:grid-cols-3">
        <TextField {...field('from_day')} type="date" max={today} />
        <TextField {...field('until_day')} type="date" max={today} />
        <TextField
          {...field('hours')}
          type="number"
          inputMode="numeric"
          min={OUTSIDE_HOURS.min}
          max={OUTSIDE_HOURS.max}
        />
      </div>
      <Textarea
        {...field('about')}
        rows={4}
        hint="Your advisor, your family and you read this. The witness does not."
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...field('witness_name')} autoComplete="off" maxLength={100} />
        <TextField
          {...field('witness_role')}
          autoComplete="off"
          maxLength={100}
          hint="Such as Owner, coach or teacher"
        />
      </div>
      <TextField
        {...field('witness_email')}
        type="email"
        autoComplete="off"
        hint="An adult outside your family who saw the work. It is erased once they have answered."
      />
    </ChangeForm>
  )
}
