import { type ReactNode, useState } from 'react'

import { Alert } from '#ui/alert'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { lazyPart } from '#ui/lazy-part'
import { toast } from '#ui/toasts'
import { messageOf, useChange } from '#web/api'

import { connections } from './queries.ts'

const ReportForm = lazyPart(() => import('./ReportForm.tsx'), 'ReportForm')

type Person = { id: string; first_name: string }
type Props = { person: Person; isFriend?: boolean }

type Question = 'remove' | 'block' | 'report'

/** What one can do about a person: end it, block, tell the staff. */
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
  const change = useChange(connections.removeFriend)
  return (
    <Sure
      title={`Remove ${person.first_name}?`}
      verb="Remove"
      change={change}
      onClose={onClose}
      onSure={() =>
        change.mutate(
          { params: { user_id: person.id } },
          { onSuccess: () => toast.success('The connection has ended') },
        )
      }
    >
      You are no longer connected, and you leave the groups that you are both in. Nobody is told.
    </Sure>
  )
}

const Block = ({ person, onClose }: DialogProps) => {
  const change = useChange(connections.block)
  return (
    <Sure
      title={`Block ${person.first_name}?`}
      verb="Block"
      change={change}
      onClose={onClose}
      onSure={() =>
        change.mutate(
          { params: { user_id: person.id } },
          { onSuccess: () => toast.success(`${person.first_name} is blocked`) },
        )
      }
    >
      Nothing from {person.first_name} reaches you any more: no request, no message, no group. They
      are not told. You can undo it, and would have to connect again.
    </Sure>
  )
}

type SureProps = {
  title: string
  verb: string
  change: { isPending: boolean; error: unknown }
  onSure: () => void
  onClose: () => void
  children: ReactNode
}

const Sure = ({ title, verb, change, onSure, onClose, children }: SureProps) => (
  <Dialog
    open
    title={title}
    onClose={onClose}
    actions={
      <>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button variant="danger" busy={change.isPending} onClick={onSure}>
          {verb}
        </Button>
      </>
    }
  >
    <p>{children}</p>
    {change.error ? (
      <Alert tone="danger" role="alert">
        {messageOf(change.error)}
      </Alert>
    ) : null}
  </Dialog>
)
