import { OtherGuardian as Schema } from '#contract/consent'
import { Button } from '#ui/button'
import { FormErrorSummary } from '#ui/form-error-summary'
import { TextField } from '#ui/text-field'
import { toast } from '#ui/toasts'
import { messageOf, useChange } from '#web/api'
import { useAppForm } from '#web/form'

import { consent } from './queries.ts'

/** A waiting child names another address to ask. */
export const OtherGuardian = () => {
  const ask = useChange(consent.askOtherGuardian)
  const { form, submit, field, summary, sending } = useAppForm({
    schema: Schema,
    defaultValues: { parent_email: '' },
    labels: { parent_email: 'Parent/guardian email' },
    save: async (body) => {
      await ask.mutateAsync({ body })
      form.reset()
      toast.success(`We have written to ${body.parent_email}`)
    },
    explain: (error) => messageOf(error),
  })
  return (
    <form noValidate onSubmit={submit} className="mt-4 space-y-4">
      <FormErrorSummary {...summary} />
      <TextField
        {...field('parent_email')}
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        hint="The earlier message stops working."
      />
      <Button type="submit" variant="secondary" {...sending}>
        Ask this address instead
      </Button>
    </form>
  )
}
