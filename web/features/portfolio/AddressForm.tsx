import { PortfolioChange } from '#contract/portfolio'
import { Button } from '#ui/button'
import { FormErrorSummary } from '#ui/form-error-summary'
import { TextField } from '#ui/text-field'
import { toast } from '#ui/toasts'
import { messageOf } from '#web/api'
import { useAppForm } from '#web/form'
import { paths } from '#web/paths'

import { useChangePortfolio } from './queries.ts'

/** Changes the address of the public page. */
export const AddressForm = ({ slug }: { slug: string }) => {
  const change = useChangePortfolio()
  const { form, submit, field, summary, sending } = useAppForm({
    schema: PortfolioChange,
    defaultValues: { slug },
    labels: { slug: 'Address' },
    save: async (body) => {
      await change.mutateAsync({ body })
      toast.success('The address is changed')
    },
    explain: (error) => messageOf(error),
  })
  const wanted = form.watch('slug')
  return (
    <form
      noValidate
      onSubmit={submit}
      className="mt-6 max-w-form space-y-3 border-t border-line pt-5"
    >
      <FormErrorSummary {...summary} />
      <TextField
        {...field('slug')}
        hint={`${window.location.origin}${paths.publicPortfolio(wanted || '…')}`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={60}
      />
      <Button
        type="submit"
        variant="secondary"
        size="small"
        {...sending}
        disabled={wanted === slug}
      >
        Save address
      </Button>
    </form>
  )
}
