import MessageCircle from 'lucide-react/icons/message-circle'
import { useNavigate } from 'react-router'

import { paths } from '#contract/paths'
import { Button, toast } from '#ui'
import { messageOf, useApiMutation } from '#web/api'

import { messages } from './queries.ts'

type Props = {
  to: { person: string } | { group: string }
  /** Whom it is to, for those who hear the button by itself. */
  name: string
}

/** Opens the conversation with a person or a quest group, which is begun where there is none. */
export const WriteButton = ({ to, name }: Props) => {
  const navigate = useNavigate()
  const begin = useApiMutation(messages.beginConversation, {
    onSuccess: ({ id }) => navigate(paths.conversation(id)),
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
