import * as z from 'zod/mini'

import { IDENTIFIED_BY } from '#contract/transcript'
import { RadioCards, TextField, toast } from '#ui'
import { RENDERING_NAMES, transcript as calls } from '#views/transcript'
import { useApiMutation } from '#web/api'
import { ChangeForm, useAppForm } from '#web/form'

const RENDERINGS = [
  {
    value: 'courses',
    label: RENDERING_NAMES.courses,
    hint: 'With grades and a grade point average where recorded',
  },
  {
    value: 'mastery',
    label: RENDERING_NAMES.mastery,
    hint: 'The level of mastery shown in each subject',
  },
]

const IDENTITIES = [
  { value: 'nothing', label: 'Name only' },
  { value: 'birth_date', label: 'Date of birth' },
  { value: 'student_number', label: 'Student number' },
]

const PAPERS = [
  { value: 'letter', label: 'Letter' },
  { value: 'a4', label: 'A4' },
]

export const IssueForm = ({ learnerId, done }: { learnerId: string; done: () => void }) => {
  const issue = useApiMutation(calls.issueTranscript)
  const { form, field, frame } = useAppForm({
    schema: z.object({
      recipient: z
        .string()
        .check(z.trim(), z.minLength(1, 'Please say who the transcript is for'), z.maxLength(150)),
      rendering: z.enum(['mastery', 'courses']),
      paper: z.enum(['letter', 'a4']),
      expires_on: z.string(),
      identified_by: z.enum(IDENTIFIED_BY),
      student_number: z.string().check(z.trim(), z.maxLength(40)),
    }),
    idPrefix: 'issue-',
    defaultValues: {
      recipient: '',
      rendering: 'courses',
      paper: 'letter',
      expires_on: '',
      identified_by: 'birth_date',
      student_number: '',
    },
    labels: {
      recipient: 'Issued to',
      rendering: 'Format',
      paper: 'Paper',
      expires_on: 'Valid until',
      identified_by: 'Identify the learner by',
      student_number: 'Student number',
    },
    save: async ({ expires_on, student_number, ...wanted }) => {
      const { transcript } = await issue.mutateAsync({
        body: {
          ...wanted,
          learner_id: learnerId,
          student_number: wanted.identified_by === 'student_number' ? student_number : undefined,
          // To the end of that day.
          expires_at: expires_on ? `${expires_on}T23:59:59.000Z` : undefined,
        },
      })
      toast.success(`${transcript.number} has been issued`)
      done()
    },
    failed: 'The transcript could not be issued. Please try again.',
  })
  return (
    <ChangeForm {...frame} className="space-y-4" action="Issue transcript">
      <p>
        It records the learner’s credits as of now, with your name as the signer. Work accepted or
        withdrawn later does not change it.
      </p>
      <TextField
        {...field('recipient')}
        autoComplete="off"
        maxLength={150}
        hint="The school or office that requested it"
      />
      <RadioCards
        legend="Identify the learner by"
        columns={3}
        options={IDENTITIES}
        {...form.register('identified_by')}
      />
      {form.watch('identified_by') === 'student_number' ? (
        <TextField
          {...field('student_number')}
          autoComplete="off"
          maxLength={40}
          hint="The school’s own number, never a government ID. Like a date of birth, it appears only on the PDF."
        />
      ) : null}
      <RadioCards legend="Format" options={RENDERINGS} {...form.register('rendering')} />
      <RadioCards legend="Paper" columns={2} options={PAPERS} {...form.register('paper')} />
      <TextField
        {...field('expires_on')}
        type="date"
        optional
        hint="Leave empty if it should not expire"
      />
    </ChangeForm>
  )
}
