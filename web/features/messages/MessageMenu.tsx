import { type Message, MessageReport } from '#contract/messages'
import { Button, Dialog, FormErrorSummary, RadioCards, Textarea, toast } from '#ui'
import { useApiMutation } from '#web/api'
import { Confirm, useAppForm } from '#web/form'

import { messages } from './queries.ts'

type Props = { message: Message; isOwn: boolean; onClose: () => void }

const REASONS = [
  { value: 'bullying', label: 'It is mean to someone' },
  { value: 'unwanted', label: 'I do not want messages like this' },
  { value: 'unsafe', label: 'Someone may be in danger' },
  { value: 'other', label: 'Something else' },
] as const

/** Actions on a message. */
export const MessageMenu = ({ message, isOwn, onClose }: Props) =>
  isOwn ? (
    <Own message={message} onClose={onClose} />
  ) : (
    <Report message={message} onClose={onClose} />
  )

const Own = ({ message, onClose }: Omit<Props, 'isOwn'>) => {
  const remove = useApiMutation(messages.deleteMessage)
  return (
    <Confirm
      open
      onClose={onClose}
      title="Your message"
      keep="Keep it"
      action="Delete"
      confirm={() => remove.mutateAsync({ params: { id: message.id } })}
      failed="It could not be deleted."
    >
      <p>
        Deleting it removes the text and files for everyone. People will still see that there was a
        message.
      </p>
    </Confirm>
  )
}

const Report = ({ message, onClose }: { message: Message; onClose: () => void }) => {
  const report = useApiMutation(messages.reportMessage)
  const {
    field,
    frame: { submit, summary, sending },
  } = useAppForm({
    schema: MessageReport,
    idPrefix: 'report-',
    defaultValues: { reason: 'bullying' },
    labels: { reason: 'What is wrong with it?', note: 'What should we know?' },
    save: async (body) => {
      await report.mutateAsync({ params: { id: message.id }, body })
      toast.success('Reported. Someone will look at it.')
      onClose()
    },
    failed: 'That did not work. Please try again.',
  })
  const { label, id: _, error, ...reason } = field('reason')
  return (
    <Dialog open title="Report this message" onClose={onClose}>
      <form noValidate onSubmit={submit} className="space-y-4">
        <FormErrorSummary {...summary} />
        <p>
          Staff will see this message and the ones around it, even if they are deleted later.{' '}
          {message.author.name} will not be told who reported it. If you are a learner, your family
          may read your report, unless it is about someone at home or someone is in danger.
        </p>
        <RadioCards {...reason} legend={label} error={error} options={REASONS} />
        <Textarea {...field('note')} rows={3} optional />
        <div className="flex justify-end">
          <Button type="submit" variant="danger" {...sending}>
            Report
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
