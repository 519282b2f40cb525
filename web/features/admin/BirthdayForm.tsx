import { type AdministeredPerson, Birthday } from '#contract/people'
import { Textarea, TextField } from '#ui'
import { useApiMutation } from '#web/api'
import { ChangeForm, useAppForm } from '#web/form'

import { people } from './queries.ts'

type Props = { person: AdministeredPerson; done: () => void }

/** Corrects a birthday that was mistyped or made up. */
export const BirthdayForm = ({ person, done }: Props) => {
  const params = { id: person.id }
  const change = useApiMutation(people.changePerson, {
    replaces: () => people.showPerson.query({ params }).queryKey,
  })
  const { field, frame } = useAppForm({
    schema: Birthday,
    idPrefix: 'birthday-',
    defaultValues: { date_of_birth: '', reason: '' },
    labels: { date_of_birth: 'Date of birth', reason: 'Reason' },
    save: async (body) => {
      await change.mutateAsync({ params, body })
      done()
    },
    saved: 'The birthday has been corrected',
  })
  return (
    <ChangeForm {...frame} action="Correct the birthday">
      <TextField {...field('date_of_birth')} type="date" />
      <Textarea
        {...field('reason')}
        rows={3}
        hint="It is kept in the audit log. The person does not see it."
      />
    </ChangeForm>
  )
}
