import { useNavigate } from 'react-router'

import { PairingCode } from '#contract/guardians'
import { paths } from '#contract/paths'
import { TextField } from '#ui'
import { useApiMutation } from '#web/api'
import { ChangeForm, useAppForm } from '#web/form'

import { guardians, useRefetchChildren } from './queries.ts'

/** Redeems a pairing code from a learner or another guardian. */
export const UseCode = () => {
  const navigate = useNavigate()
  const redeem = useApiMutation(guardians.redeemPairingCode)
  const refetchChildren = useRefetchChildren()
  const { field, frame } = useAppForm({
    schema: PairingCode,
    idPrefix: 'use-',
    defaultValues: { code: '', relation: '' },
    labels: { code: 'Code', relation: 'Your relationship' },
    save: async (body) => {
      const { learner_id } = await redeem.mutateAsync({ body })
      await refetchChildren()
      navigate(paths.child(learner_id))
    },
  })
  return (
    <ChangeForm
      {...frame}
      className="mt-4 max-w-text space-y-4"
      action="Link with this learner"
      variant="secondary"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...field('code')}
          autoComplete="off"
          autoCapitalize="characters"
          hint="Eight letters and digits"
        />
        <TextField {...field('relation')} optional hint="Mother, grandfather, foster parent" />
      </div>
    </ChangeForm>
  )
}
