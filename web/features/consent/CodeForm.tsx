import { ConsentCode } from '#contract/consent'
import { Alert } from '#ui/alert'
import { Button } from '#ui/button'
import { FormErrorSummary } from '#ui/form-error-summary'
import { TextField } from '#ui/text-field'
import { messageOf } from '#web/api'
import { useAppForm } from '#web/form'

type Props = { sentTo: string; send: (answer: { code: string }) => Promise<unknown> }

/** The second step: the code proves that the address is read by whoever agreed. */
export const CodeForm = ({ sentTo, send }: Props) => {
  const { submit, field, summary, sending } = useAppForm({
    schema: ConsentCode,
    defaultValues: { code: '' },
    labels: { code: 'Code' },
    save: send,
    explain: (error) => messageOf(error),
  })
  return (
    <form noValidate onSubmit={submit} className="space-y-5">
      <Alert tone="info" role="status" title="One more step">
        <p>We have sent a code to {sentTo}. It works for one hour.</p>
      </Alert>
      <FormErrorSummary {...summary} />
      <TextField
        {...field('code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
      />
      <Button type="submit" size="large" {...sending}>
        Confirm
      </Button>
    </form>
  )
}
