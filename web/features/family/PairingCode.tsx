import { PairingChoice } from '#contract/guardians'
import type { GuardianScope } from '#rules/access'
import { Alert } from '#ui'
import { useApiMutation } from '#web/api'
import { ChangeForm, useAppForm } from '#web/form'
import { dateOf } from '#web/format'

import { guardians } from './queries.ts'
import { ScopeFields } from './ScopeFields.tsx'

type Props = {
  learnerId: string
  /** Scopes that the reader can grant. */
  scopes: readonly GuardianScope[]
}

/** Creates a pairing code with scopes, for an adult with an account. */
export const PairingCode = ({ learnerId, scopes }: Props) => {
  const make = useApiMutation(guardians.makePairingCode)
  const { form, errorOf, frame } = useAppForm({
    schema: PairingChoice,
    idPrefix: 'code-',
    defaultValues: { scopes: scopes.filter((scope) => scope === 'view') },
    labels: { scopes: 'What can they do?' },
    save: (body) => make.mutateAsync({ params: { id: learnerId }, body }),
  })
  return (
    <ChangeForm
      {...frame}
      className="mt-4 space-y-5"
      action="Create a code"
      variant="secondary"
      below={
        make.data ? (
          <Alert tone="success" role="status" title={make.data.code}>
            It works until {dateOf(make.data.expires_at)}, for the first person who enters it. Any
            earlier code no longer works.
          </Alert>
        ) : null
      }
    >
      <p className="text-muted">
        For an adult who is with you: they sign in and enter the code in the Family Dashboard. It
        works once, within seven days.
      </p>
      <ScopeFields
        idPrefix="code-"
        scopes={scopes}
        field={form.register('scopes')}
        error={errorOf('scopes')}
      />
    </ChangeForm>
  )
}
