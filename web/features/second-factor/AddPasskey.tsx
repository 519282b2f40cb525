import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { FactorAdded } from '#contract/second-factor'
import { TextField } from '#ui'

import { makePasskey, passkeyFailure } from './passkeys.ts'
import { ProofForm } from './ProofForm.tsx'
import { secondFactor } from './queries.ts'

type Props = {
  hasPassword: boolean
  hasCodes: boolean
  onAdded: (added: FactorAdded) => void
  onCancel: () => void
}

export const AddPasskey = ({ onAdded, ...form }: Props) => {
  const cache = useQueryClient()
  const [name, setName] = useState('')
  const trimmed = name.trim() || 'Passkey'
  return (
    <ProofForm
      {...form}
      action="Make a passkey"
      explain={passkeyFailure}
      save={async (proof) => {
        const added = await makePasskey(trimmed, proof)
        await cache.invalidateQueries(secondFactor.secondFactors.query())
        onAdded(added)
      }}
    >
      <p>
        Your device or password manager keeps it, and asks for your finger, your face or its PIN. It
        signs you in by itself. From then on the password alone does not.
      </p>
      <TextField
        id="passkey-name"
        label="Name"
        optional
        hint="So that you recognise it: my phone, blue key"
        maxLength={60}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
    </ProofForm>
  )
}
