import { useState } from 'react'

import { Button, Dialog, lazyPart } from '#ui'
import { useApiMutation } from '#web/api'
import { Confirm } from '#web/form'

import { connections } from './queries.ts'

const ReportForm = lazyPart(() => import('./ReportForm.tsx'), 'ReportForm', 'h-48')

type Person = { id: string; first_name: string }
type Props = { person: Person; isFriend?: boolean }

type Question = 'remove' | 'block' | 'report'

/** Actions on a person: disconnect, block, report. */
export const PersonActions = ({ person, isFriend = false }: Props) => {
  const [asked, setAsked] = useState<Question>()
  const close = () => setAsked(undefined)
  const { first_name: name } = person
  return (
    <div className="-ml-3 mt-auto flex flex-wrap gap-1">
      {isFriend ? (
        <Button
          variant="quiet"
          size="small"
          aria-label={`Remove ${name}`}
          onClick={() => setAsked('remove')}
        >
          Remove
        </Button>
      ) : null}
      <Button
        variant="quiet"
        size="small"
        aria-label={`Block ${name}`}
        onClick={() => setAsked('block')}
      >
        Block
      </Button>
      <Button
        variant="quiet"
        size="small"
        aria-label={`Report ${name}`}
        onClick={() => setAsked('report')}
      >
        Report
      </Button>
      {asked === 'remove' ? <Remove person={person} onClose={close} /> : null}
      {asked === 'block' ? <Block person={person} onClose={close} /> : null}
      {asked === 'report' ? (
        <Dialog open title={`Report ${name}`} onClose={close}>
          <ReportForm person={person} onDone={close} />
        </Dialog>
      ) : null}
    </div>
  )
}

type DialogProps = { person: Person; onClose: () => void }

const Remove = ({ person, onClose }: DialogProps) => {
  const change = useApiMutation(connections.removeFriend)
  return (
    <Confirm
      open
      onClose={onClose}
      title={`Remove ${person.first_name}?`}
      action="Remove"
      confirm={() => change.mutateAsync({ params: { user_id: person.id } })}
      saved="Connection removed"
    >
      <p>
        You will no longer be connected, and you will leave any groups you are both in. They will
        not be told.
      </p>
    </Confirm>
  )
}

const Block = ({ person, onClose }: DialogProps) => {
  const change = useApiMutation(connections.block)
  return (
    <Confirm
      open
      onClose={onClose}
      title={`Block ${person.first_name}?`}
      action="Block"
      confirm={() => change.mutateAsync({ params: { user_id: person.id } })}
      saved={`${person.first_name} has been blocked`}
    >
      <p>
        {person.first_name} will no longer be able to reach you with requests, messages or groups.
        They will not be told. You can unblock them later, but you would have to connect again. Your
        own advisor can still write to you: report them if something is wrong.
      </p>
    </Confirm>
  )
}
