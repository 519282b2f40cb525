import type { UseFormRegisterReturn } from 'react-hook-form'

import type { GuardianScope } from '#contract/endpoint'
import { Checkbox } from '#ui'

import { SCOPE_WORDS } from './labels.ts'

type Props = {
  /** Prefix of the ids of the field `scopes`. */
  idPrefix: string
  scopes: readonly GuardianScope[]
  field: UseFormRegisterReturn
  error: string | undefined
}

/** Scopes to grant, limited to the reader's own. */
export const ScopeFields = ({ idPrefix, scopes, field, error }: Props) => (
  <fieldset className="space-y-3">
    <legend className="mb-2 font-semibold">What can they do?</legend>
    {scopes.map((scope, index) => (
      <Checkbox
        key={scope}
        {...field}
        // The error summary links to the first checkbox.
        id={index === 0 ? `${idPrefix}scopes` : `${idPrefix}scope-${scope}`}
        value={scope}
        label={SCOPE_WORDS[scope]}
        error={index === 0 ? error : undefined}
      />
    ))}
  </fieldset>
)
