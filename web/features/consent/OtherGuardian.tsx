import { OtherGuardian as Schema } from '#contract/consent'
import { TextField, toast } from '#ui'
import { useApiMutation } from '#web/api'
import { ChangeForm, useAppForm } from '#web/form'

import { consent } from './queries.ts'

/** Form for a waiting child to enter a guardian's address. */
export const OtherGuardian = ({ isFirst = false }) => {
  const ask = useApiMutation(consent.askOtherGuardian)
  const { form, field, frame } = useAppForm({
    schema: Schema,
    defaultValues: { parent_email: '' },
    labels: { parent_email: 'Parent/guardian email' },
    save: async (body) => {
      await ask.mutateAsync({ body })
      form.reset()
      toast.success(`We have written to ${body.parent_email}`)
    },
  })
  return (
    <ChangeForm
      {...frame}
      className="mt-4 space-y-4"
      action={isFirst ? 'Ask them' : 'Ask this address instead'}
      variant={isFirst ? 'primary' : 'secondary'}
    >
      <TextField
        {...field('parent_email')}
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        hint={isFirst ? undefined : 'The link in the earlier email will stop working.'}
      />
    </ChangeForm>
  )
}
