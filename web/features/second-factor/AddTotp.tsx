import { useEffect, useState } from 'react'

import { type FactorResult, NewTotp } from '#contract/second-factor'
import { Button, FormErrorSummary, QrCode, TextField } from '#ui'
import { useApiMutation } from '#web/api'
import { useAppForm } from '#web/form'

import { ProofForm } from './ProofForm.tsx'
import { secondFactor } from './queries.ts'

type Begun = { setup_token: string; secret: string; uri: string }
type Props = {
  hasPassword: boolean
  hasCodes: boolean
  onAdded: (added: FactorResult) => void
  onCancel: () => void
}

export const AddTotp = ({ onAdded, ...form }: Props) => {
  const [begun, setBegun] = useState<Begun>()
  if (begun) return <FirstCode begun={begun} onAdded={onAdded} onCancel={form.onCancel} />
  return (
    <ProofForm
      {...form}
      action="Continue"
      save={async (body) => setBegun(await secondFactor.beginTotp({ body }))}
    >
      <p>
        Use an authenticator app that shows a new code every 30 seconds, such as Aegis, 2FAS, Google
        Authenticator or your password manager.
      </p>
    </ProofForm>
  )
}

const inFours = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ')

const FirstCode = ({
  begun: { secret, uri, setup_token },
  onAdded,
  onCancel,
}: Pick<Props, 'onAdded' | 'onCancel'> & { begun: Begun }) => {
  const add = useApiMutation(secondFactor.addTotp)
  const {
    form,
    field,
    frame: { submit, summary, sending },
  } = useAppForm({
    schema: NewTotp,
    defaultValues: { setup_token },
    idPrefix: 'totp-',
    labels: { code: 'Code from the app' },
    save: async (body) => onAdded(await add.mutateAsync({ body })),
    failed: 'The app could not be added. Please try again.',
  })
  const { setFocus } = form
  useEffect(() => setFocus('code'), [setFocus])
  return (
    <form noValidate onSubmit={submit} className="space-y-5">
      <FormErrorSummary {...summary} />
      <div className="flex flex-wrap items-center gap-5">
        <QrCode
          text={uri}
          label="QR code for your authenticator app; the key is shown next to it"
          className="size-44 rounded-control"
        />
        <div className="min-w-48 flex-1">
          <p>Scan this with the app, or type the key:</p>
          <p className="mt-2">
            <code className="text-base">{inFours(secret)}</code>
          </p>
        </div>
      </div>
      <TextField {...field('code')} inputMode="numeric" autoComplete="one-time-code" />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" {...sending}>
          Add the app
        </Button>
      </div>
    </form>
  )
}
