import { paths } from '#contract/paths'
import { PortfolioChange } from '#contract/portfolio'
import { TextField, toast } from '#ui'
import { ChangeForm, useAppForm } from '#web/form'

import { useChangePortfolio } from './queries.ts'

/** Changes the URL of the public page. */
export const AddressForm = ({ slug }: { slug: string }) => {
  const change = useChangePortfolio()
  const { form, field, frame } = useAppForm({
    schema: PortfolioChange,
    defaultValues: { slug },
    labels: { slug: 'Address' },
    save: async (body) => {
      await change.mutateAsync({ body })
      toast.success('The address has been changed')
    },
  })
  const wanted = form.watch('slug')
  return (
    <ChangeForm
      {...frame}
      className="mt-6 max-w-form space-y-3 border-t border-line pt-5"
      action="Save address"
      variant="secondary"
      size="small"
      disabled={wanted === slug}
    >
      <TextField
        {...field('slug')}
        hint={`${window.location.origin}${paths.publicPortfolio(wanted || '…')}`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={60}
      />
    </ChangeForm>
  )
}
