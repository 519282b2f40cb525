import { useQuery } from '@tanstack/react-query'

import type { AdvisedLearner } from '#contract/advising'
import { NewHandover } from '#contract/caseload'
import { Select, Textarea, toast } from '#ui'
import { useAuth } from '#views/auth'
import { useApiMutation } from '#web/api'
import { ChangeForm, useAppForm } from '#web/form'

import { pluralize } from './labels.ts'
import { caseload } from './queries.ts'

export const HandoverForm = ({ learner, done }: { learner: AdvisedLearner; done: () => void }) => {
  const { user } = useAuth()
  const colleagues = useQuery(caseload.listColleagues.query())
  const offer = useApiMutation(caseload.offerHandover)
  const { field, frame } = useAppForm({
    schema: NewHandover,
    idPrefix: 'handover-',
    defaultValues: { advisor_id: '', words: '' },
    labels: { advisor_id: 'Colleague', words: 'What they should know' },
    save: async (body) => {
      await offer.mutateAsync({ params: { id: learner.id }, body })
      toast.success('The offer has been sent')
      done()
    },
    failed: 'The offer could not be sent. Please try again.',
  })
  return (
    <ChangeForm {...frame} className="space-y-4" action="Offer">
      <p>
        {learner.first_name} stays with you until your colleague accepts. After that you can no
        longer see {learner.first_name}’s work; notes and feedback stay with the learner.
      </p>
      <Select
        {...field('advisor_id')}
        placeholder="Choose a colleague"
        options={(colleagues.data?.items ?? [])
          .filter(({ id }) => id !== user?.id)
          .map(({ id, name, learners }) => ({
            value: id,
            label: `${name}, ${pluralize(learners, 'learner', 'learners')}`,
          }))}
      />
      <Textarea {...field('words')} rows={3} optional />
    </ChangeForm>
  )
}
