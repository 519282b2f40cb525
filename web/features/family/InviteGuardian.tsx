import { NewGuardian } from '#contract/guardians'
import type { GuardianScope } from '#rules/access'
import { TextField, toast } from '#ui'
import { useApiMutation } from '#web/api'
import { ChangeForm, useAppForm } from '#web/form'

import { guardians } from './queries.ts'
import { ScopeFields } from './ScopeFields.tsx'

type Props = {
  learnerId: string
  /** Scopes that the reader can grant. */
  scopes: readonly GuardianScope[]
}

/** Viewing is the most common scope. */
const emptyFor = (scopes: readonly GuardianScope[]) => ({
  email: '',
  relation: '',
  scopes: scopes.filter((scope) => scope === 'view'),
})

/** Invites another adult by email, with chosen scopes. */
export const InviteGuardian = ({ learnerId, scopes }: Props) => {
  const invite = useApiMutation(guardians.inviteGuardian)
  const { form, field, errorOf, frame } = useAppForm({
    schema: NewGuardian,
    idPrefix: 'guardian-',
    defaultValues: emptyFor(scopes),
    labels: { email: 'Email', relation: 'Relationship', scopes: 'What can they do?' },
    save: async (body) => {
      await invite.mutateAsync({ params: { id: learnerId }, body })
      form.reset(emptyFor(scopes))
      toast.success(`Invitation sent to ${body.email}`)
    },
    failed: 'The invitation could not be sent. Please try again.',
  })
  return (
    <ChangeForm {...frame} className="mt-4 space-y-5" action="Send invitation">
      <TextField
        {...field('email')}
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
      />
      <TextField {...field('relation')} optional hint="Father, grandmother, foster parent" />
      <ScopeFields
        idPrefix="guardian-"
        scopes={scopes}
        field={form.register('scopes')}
        error={errorOf('scopes')}
      />
    </ChangeForm>
  )
}
