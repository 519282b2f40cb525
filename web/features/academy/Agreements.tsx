import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { Agreement } from '#contract/academy'
import { isUnsigned } from '#rules/agreements'
import { Alert, Button, Dialog, lazyPart, QueryView } from '#ui'

import { AgreementFacts } from './AgreementFacts.tsx'
import { Countersign } from './Countersign.tsx'
import { agreementsOf } from './queries.ts'

// Loaded when opened, because forms include validation.
const AppointmentForm = lazyPart(() => import('./AppointmentForm.tsx'), 'AppointmentForm', 'h-48')
const SignForm = lazyPart(() => import('./SignForm.tsx'), 'SignForm', 'h-48')
const VoidForm = lazyPart(() => import('./VoidForm.tsx'), 'VoidForm', 'h-48')

type Props = { learnerId: string; name: string }
type Asked = { kind: 'appointment' | 'sign' | 'void'; agreement?: Agreement }

/** A learner's academy agreements, with the staff's actions. */
export const Agreements = ({ learnerId, name }: Props) => {
  const query = useQuery(agreementsOf(learnerId))
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  return (
    <QueryView query={query} what="the agreements" skeleton="h-32">
      {({ items }) => (
        <>
          {items.length === 0 ? (
            <p className="text-muted">
              No agreement yet. Agreements are signed on paper, in person.
            </p>
          ) : (
            <ul className="divide-y divide-line">
              {items.map((agreement) => (
                <li key={agreement.id} className="space-y-3 py-4 first:pt-0">
                  <AgreementFacts agreement={agreement} />
                  <Actions agreement={agreement} onAsk={(kind) => setAsked({ kind, agreement })} />
                </li>
              ))}
            </ul>
          )}
          {items.some(({ state }) => isUnsigned(state) || state === 'signed') ? null : (
            <Button
              variant="secondary"
              className="mt-3"
              onClick={() => setAsked({ kind: 'appointment' })}
            >
              Prepare an agreement
            </Button>
          )}
          <Dialog open={asked !== undefined} title={titleOf(asked, name)} onClose={close}>
            {asked?.kind === 'appointment' ? (
              <AppointmentForm learnerId={learnerId} agreement={asked.agreement} done={close} />
            ) : null}
            {asked?.kind === 'sign' && asked.agreement ? (
              <SignForm agreement={asked.agreement} done={close} />
            ) : null}
            {asked?.kind === 'void' && asked.agreement ? (
              <VoidForm agreement={asked.agreement} done={close} />
            ) : null}
          </Dialog>
        </>
      )}
    </QueryView>
  )
}

const titleOf = (asked: Asked | undefined, name: string): string => {
  if (asked?.kind === 'sign') return `Record the signatures for ${name}`
  if (asked?.kind === 'void') return `Void ${name}’s agreement`
  return `An agreement for ${name}`
}

const Actions = ({
  agreement,
  onAsk,
}: {
  agreement: Agreement
  onAsk: (kind: Asked['kind']) => void
}) => {
  const { state } = agreement
  if (state === 'void' || state === 'superseded') return null
  return (
    <div className="space-y-3">
      {isUnsigned(state) && agreement.is_text_outdated ? (
        <Alert tone="warning">
          <p>The academy has a newer version. Void this agreement and prepare another.</p>
        </Alert>
      ) : null}
      <div className="flex flex-wrap gap-3">
        {isUnsigned(state) ? (
          <>
            <Button size="small" onClick={() => onAsk('sign')}>
              Record the signatures
            </Button>
            <Button size="small" variant="secondary" onClick={() => onAsk('appointment')}>
              {state === 'draft' ? 'Set time and place' : 'Change time and place'}
            </Button>
          </>
        ) : null}
        {state === 'signed' ? <Countersign agreement={agreement} /> : null}
        <Button size="small" variant="danger" onClick={() => onAsk('void')}>
          Void agreement
        </Button>
      </div>
    </div>
  )
}
