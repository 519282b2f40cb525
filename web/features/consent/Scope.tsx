import type { Consents } from '#contract/consent'
import { Alert, Button, Chip, toast } from '#ui'
import { messageOf, useApiMutation } from '#web/api'
import { ConfirmButton } from '#web/form'
import { dateOf } from '#web/format'

import { CONSEQUENCES, METHOD_WORDS, SCOPE_WORDS, STATE_WORDS } from './labels.ts'
import { consent } from './queries.ts'

type Props = Consents['scopes'][number] & {
  learnerId: string
  child: string
  decides: boolean
  isStopped: boolean
}

/** A scope with its state, the guardians' answers, and the reader's next step. */
export const Scope = ({ scope, state, answers, learnerId, child, decides, isStopped }: Props) => {
  const agree = useApiMutation(consent.agree)
  const withdraw = useApiMutation(consent.withdrawConsent)
  const { title, means } = SCOPE_WORDS[scope]
  const own = answers.find((answer) => answer.own)
  const change = { params: { id: learnerId }, body: { scopes: [scope] } }
  const mayAgree = decides && own?.kind !== 'given' && (!isStopped || scope === 'use')
  const mayWithdraw =
    decides &&
    !isStopped &&
    (state !== 'open' || own?.kind === 'given') &&
    own?.kind !== 'withdrawn'
  return (
    <li className="space-y-2 py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-lg">{title}</h2>
        <Chip tone={STATE_WORDS[state].tone}>{STATE_WORDS[state].label}</Chip>
      </div>
      <p className="text-muted">{means(child)}</p>
      {answers.length > 0 ? (
        <ul className="space-y-1 text-sm">
          {answers.map(({ guardian_name, kind, method, policy_version, at, witness }) => (
            <li key={guardian_name + at}>
              <bdi className="font-medium">{guardian_name}</bdi>{' '}
              {kind === 'given' ? 'agreed' : 'withdrew'} {METHOD_WORDS[method]} on {dateOf(at)}
              {witness ? `, witnessed by ${witness}` : ''}{' '}
              <span className="text-muted">(policy {policy_version})</span>
            </li>
          ))}
        </ul>
      ) : null}
      {state === 'withdrawn' && own?.kind === 'given' ? (
        <p className="text-sm">
          You agree, but another guardian does not. It stays off until they agree again.
        </p>
      ) : null}
      {state === 'unproven' && decides ? (
        <p className="text-sm">
          It starts once you have signed a form or spoken with us: see below.
        </p>
      ) : null}
      <div className="flex flex-wrap gap-3">
        {mayAgree ? (
          <Button
            size="small"
            busy={agree.isPending}
            aria-label={`Agree: ${title}`}
            onClick={() =>
              agree.mutate(change, {
                onSuccess: () => toast.success('Your consent has been recorded'),
              })
            }
          >
            {own?.kind === 'withdrawn' ? 'Agree again' : 'Agree'}
          </Button>
        ) : null}
        {mayWithdraw ? (
          <ConfirmButton
            button={{ size: 'small', 'aria-label': `Withdraw: ${title}`, children: 'Withdraw' }}
            title={`Withdraw: ${title}?`}
            action="Withdraw"
            confirm={() => withdraw.mutateAsync(change)}
          >
            <p>{CONSEQUENCES[scope](child)}</p>
            <p className="text-muted">
              This takes effect immediately. The other guardians will be told.
            </p>
          </ConfirmButton>
        ) : null}
      </div>
      {agree.error ? (
        <Alert tone="danger" role="alert">
          {messageOf(agree.error)}
        </Alert>
      ) : null}
    </li>
  )
}
