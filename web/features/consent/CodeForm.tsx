import { ConsentCode } from '#contract/consent'
import { Alert, TextField } from '#ui'
import { ChangeForm, useAppForm } from '#web/form'

type Props = { sentTo: string; send: (answer: { code: string }) => Promise<unknown> }

/** Second step: the code proves that the person who consented reads this address. */
export const CodeForm = ({ sentTo, send }: Props) => {
  const { field, frame } = useAppForm({
    schema: ConsentCode,
    defaultValues: { code: '' },
    labels: { code: 'Code' },
    save: send,
  })
  return (
    <ChangeForm {...frame} action="Confirm" size="large">
      <Alert tone="info" role="status" title="One more step">
        <p>We have sent a code to {sentTo}. It is valid for one hour.</p>
      </Alert>
      <TextField
        {...field('code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
      />
    </ChangeForm>
  )
}
