import { useNavigate } from 'react-router'

import { PairingCode } from '#contract/guardians'
import { Button } from '#ui/button'
import { FormErrorSummary } from '#ui/form-error-summary'
import { TextField } from '#ui/text-field'
import { messageOf, useChange } from '#web/api'
import { useAppForm } from '#web/form'
import { paths } from '#web/paths'

import { guardians } from './queries.ts'

/** For an adult who was given a code by a learner or another guardian. */
export const UseCode = () => {
  const navigate = useNavigate()
  const redeem = useChange(guardians.redeemPairingCode)
  const { submit, field, summary, sending } = useAppForm({
    schema: PairingCode,
    idPrefix: 'use-',
    defaultValues: { code: '', relation: '' },
    labels: { code: 'Code', relation: 'Who you are' },
    save: async (body) => {
      const { learner_id } = await redeem.mutateAsync({ body })
      navigate(paths.child(learner_id))
    },
    explain: (error) => messageOf(error),
  })
  return (
    <form noValidate onSubmit={submit} className="mt-4 max-w-text space-y-4">
      <FormErrorSummary {...summary} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...field('code')}
          autoComplete="off"
          autoCapitalize="characters"
          hint="Eight letters and digits"
        />
        <TextField {...field('relation')} optional hint="Mother, grandfather, foster parent" />
      </div>
      <Button type="submit" variant="secondary" {...sending}>
        Link with this learner
      </Button>
    </form>
  )
}
