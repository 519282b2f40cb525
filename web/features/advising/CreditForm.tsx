import { type AdvisedLearner, NewCreditEntry } from '#contract/advising'
import { RadioCards, Select, Textarea, TextField } from '#ui'
import { useApiMutation } from '#web/api'
import { ChangeForm, useAppForm } from '#web/form'

import { advising } from './queries.ts'

const KINDS = [
  { value: 'transfer', label: 'Transfer', hint: 'Earned at another school' },
  { value: 'adjustment', label: 'Adjustment', hint: 'A correction, up or down' },
]

export const CreditForm = ({ learner, done }: { learner: AdvisedLearner; done: () => void }) => {
  const add = useApiMutation(advising.addCredit)
  const { form, field, frame } = useAppForm({
    schema: NewCreditEntry,
    idPrefix: 'credit-',
    defaultValues: { kind: 'transfer', reason: '', institution: '' },
    labels: {
      kind: 'Kind',
      subject: 'Subject',
      credits: 'Credits',
      institution: 'School',
      reason: 'Reason',
    },
    save: (entry) => add.mutateAsync({ params: { id: learner.id }, body: entry }),
    saved: 'The credit has been recorded',
    onSaved: done,
    failed: 'The credit could not be recorded. Please try again.',
  })
  const kind = form.watch('kind')
  return (
    <ChangeForm {...frame} className="space-y-4" action="Record credit">
      <RadioCards legend="Kind" columns={2} options={KINDS} {...form.register('kind')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          {...field('subject')}
          placeholder="Choose a subject"
          options={learner.credits.plan.subjects.map(({ subject, name }) => ({
            value: subject,
            label: name,
          }))}
        />
        <TextField
          {...field('credits')}
          inputMode="decimal"
          autoComplete="off"
          hint="For example 0.5, with up to two decimals"
        />
      </div>
      {kind === 'transfer' ? (
        <TextField {...field('institution')} autoComplete="off" maxLength={200} />
      ) : null}
      <Textarea
        {...field('reason')}
        rows={3}
        hint="It appears on the learner’s credit page and on transcripts."
      />
    </ChangeForm>
  )
}
