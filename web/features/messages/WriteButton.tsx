import MessageCircle from 'lucide-react/icons/message-circle'
import { useNavigate } from 'react-router'

import { paths } from '#contract/paths'
import { Button, toast } from '#ui'
import { messageOf, useApiMutation } from '#web/api'

import { messages } from './queries.ts'

type Props = {
  to: { person: string } | { group: string }
  /** Recipient's name, for the accessible name of the button. */
  name: string
  /** Text of the message, ready to be changed and sent. */
  prepared?: string
}

/** Opens or starts the conversation with a person or a quest group. */
export const WriteButton = ({ to, name, prepared }: Props) => {
  const navigate = useNavigate()
  const begin = useApiMutation(messages.beginConversation, {
    onSuccess: ({ id }) =>
      navigate(paths.conversation(id), prepared ? { state: { prepared } } : {}),
  })
  const body =
    'person' in to ? { participant_ids: [to.person] } : { participant_ids: [], group_id: to.group }
  return (
    <Button
      variant="secondary"
      size="small"
      icon={<MessageCircle aria-hidden size={18} />}
      busy={begin.isPending}
      onClick={() => begin.mutate({ body }, { onError: (error) => toast.error(messageOf(error)) })}
    >
      Write<span className="visually-hidden"> to {name}</span>
    </Button>
  )
}
