import { ChildsGuardian } from '#contract/caseload'
import type { CardLearner } from '#contract/sign-in-cards'
import { TextField, toast } from '#ui'
import { caseload } from '#views/advising'
import { useApiMutation } from '#web/api'
import { ChangeForm, useAppForm } from '#web/form'

type Props = { learner: Pick<CardLearner, 'id' | 'first_name'>; done: () => void }

/** Asks a waiting child's guardian again, at the same address or a corrected one. */
export const AskGuardianForm = ({ learner, done }: Props) => {
  const ask = useApiMutation(caseload.askChildsGuardian)
  const { field, frame } = useAppForm({
    schema: ChildsGuardian,
    idPrefix: 'ask-',
    labels: { parent_email: 'Email of a parent or guardian' },
    save: async (body) => {
      await ask.mutateAsync({ params: { id: learner.id }, body })
      toast.success(`We have asked ${learner.first_name}’s guardian`)
      done()
    },
    failed: 'The email could not be sent. Please try again.',
  })
  return (
    <ChangeForm {...frame} className="space-y-4" action="Ask">
      <p>Links that were sent before stop working.</p>
      <TextField
        {...field('parent_email')}
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
      />
    </ChangeForm>
  )
}
