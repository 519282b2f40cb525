import { NewGuardian } from '#contract/guardians'
import type { GuardianScope } from '#rules/access'
import { Checkbox } from '#ui/choice'
import { TextField } from '#ui/text-field'
import { toast } from '#ui/toasts'
import { useChange } from '#web/api'
import { ChangeForm, useAppForm } from '#web/form'

import { guardians } from './queries.ts'
import { SCOPE_WORDS } from './words.ts'

type Props = {
  learnerId: string
  /** The scopes that the reader can give. */
  scopes: readonly GuardianScope[]
}

/** Reading along is what most are invited for. */
const emptyFor = (scopes: readonly GuardianScope[]) => ({
  email: '',
  relation: '',
  scopes: scopes.filter((scope) => scope === 'view'),
})

/** Invites another adult by mail, with what they may do. */
export const InviteGuardian = ({ learnerId, scopes }: Props) => {
  const invite = useChange(guardians.inviteGuardian)
  const { form, field, errorOf, frame } = useAppForm({
    schema: NewGuardian,
    idPrefix: 'guardian-',
    defaultValues: emptyFor(scopes),
    labels: { email: 'Email', relation: 'Who they are', scopes: 'What may they do?' },
    save: async (body) => {
      await invite.mutateAsync({ params: { id: learnerId }, body })
      form.reset(emptyFor(scopes))
      toast.success(`The invitation to ${body.email} is on its way`)
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
      <fieldset className="space-y-3">
        <legend className="mb-2 font-semibold">What may they do?</legend>
        {scopes.map((scope, index) => (
          <Checkbox
            key={scope}
            {...form.register('scopes')}
            // The summary leads to the first one.
            id={index === 0 ? 'guardian-scopes' : `guardian-scope-${scope}`}
            value={scope}
            label={SCOPE_WORDS[scope]}
            error={index === 0 ? errorOf('scopes') : undefined}
          />
        ))}
      </fieldset>
    </ChangeForm>
  )
}
