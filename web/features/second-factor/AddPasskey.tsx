import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { FactorResult } from '#contract/second-factor'
import { TextField } from '#ui'

import { createPasskey, passkeyFailure } from './passkeys.ts'
import { ProofForm } from './ProofForm.tsx'
import { secondFactor } from './queries.ts'

type Props = {
  hasPassword: boolean
  hasCodes: boolean
  onAdded: (added: FactorResult) => void
  onCancel: () => void
}

export const AddPasskey = ({ onAdded, ...form }: Props) => {
  const cache = useQueryClient()
  const [name, setName] = useState('')
  const trimmed = name.trim() || 'Passkey'
  return (
    <ProofForm
      {...form}
      action="Create a passkey"
      explain={passkeyFailure}
      save={async (proof) => {
        const added = await createPasskey(trimmed, proof)
        await cache.invalidateQueries(secondFactor.secondFactors.query())
        onAdded(added)
      }}
    >
      <p>
        Your device or password manager stores it and asks for your fingerprint, face or PIN. A
        passkey is all you need to sign in. Once you have one, your password alone no longer works.
      </p>
      <TextField
        id="passkey-name"
        label="Name"
        optional
        hint="A name to recognise it by: my phone, blue key"
        maxLength={60}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
    </ProofForm>
  )
}
