import { PersonReport } from '#contract/connections'
import { PERSON_REPORT_REASONS } from '#rules/connections'
import { RadioCards, Textarea, toast } from '#ui'
import { useApiMutation } from '#web/api'
import { ChangeForm, useAppForm } from '#web/form'

import { REASON_WORDS } from './labels.ts'
import { connections } from './queries.ts'

type Props = { person: { id: string; first_name: string }; onDone: () => void }

/** Reports a person to staff. */
export const ReportForm = ({ person, onDone }: Props) => {
  const report = useApiMutation(connections.reportPerson)
  const { field, frame } = useAppForm({
    schema: PersonReport,
    idPrefix: 'report-',
    labels: { reason: 'What is wrong?', words: 'What happened?' },
    save: async (body) => {
      await report.mutateAsync({ params: { user_id: person.id }, body })
      toast.success('Thank you. A member of staff will read your report.')
      onDone()
    },
    failed: 'This could not be sent. Please try again.',
  })
  const { label, ...reason } = field('reason')
  return (
    <ChangeForm {...frame} action="Send">
      <p>
        {person.first_name} will not be told. The staff responsible for safety will see what you
        write and how you are connected, and decide what to do. If you are in danger now, talk to a
        grown-up straight away.
      </p>
      <RadioCards
        {...reason}
        legend={label}
        options={PERSON_REPORT_REASONS.map((value) => ({ value, label: REASON_WORDS[value] }))}
      />
      <Textarea {...field('words')} optional maxLength={2000} />
    </ChangeForm>
  )
}
