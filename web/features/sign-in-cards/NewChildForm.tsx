import { NewChild } from '#contract/caseload'
import { TextField, toast } from '#ui'
import { caseload } from '#views/advising'
import { useApiMutation } from '#web/api'
import { ChangeForm, useAppForm } from '#web/form'

import { useRefreshCards } from './queries.ts'

/** Creates the account of a child without an email address. */
export const NewChildForm = ({ done }: { done: () => void }) => {
  const create = useApiMutation(caseload.createChild)
  const refresh = useRefreshCards()
  const { field, frame } = useAppForm({
    schema: NewChild,
    idPrefix: 'child-',
    labels: {
      first_name: 'First name',
      last_name: 'Last name',
      date_of_birth: 'Date of birth',
      parent_email: 'Email of a parent or guardian',
    },
    save: async (body) => {
      await create.mutateAsync({ body })
      await refresh()
      toast.success(`We have asked ${body.first_name}’s guardian`)
      done()
    },
    failed: 'The account could not be created. Please try again.',
  })
  return (
    <ChangeForm {...frame} className="space-y-4" action="Add the child">
      <p>
        For children under 13 without an email address. The account opens once the parent or
        guardian has agreed by email; then you can print a card.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...field('first_name')} autoComplete="off" />
        <TextField {...field('last_name')} autoComplete="off" />
      </div>
      <TextField {...field('date_of_birth')} type="date" autoComplete="off" />
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
