import { useState } from 'react'
import { Link } from 'react-router'

import { paths } from '#contract/paths'
import type { Plan, Proposal } from '#contract/plan'
import { Button, Chip, TextField, toast } from '#ui'
import { messageOf, useApiMutation } from '#web/api'
import { localDay, plannedFor } from '#web/format'

import { sizeOf } from './labels.ts'
import { plan as api } from './queries.ts'

type ProposalsProps = {
  learnerId: string
  plan: Plan
  /** Receives the plan with accepted proposals. */
  onDecided?: (plan: Plan) => void
}

/** Proposals for a plan: to be decided by its editor, and with the decision for their author. */
export const Proposals = ({ learnerId, plan, onDecided }: ProposalsProps) => {
  if (plan.proposals.length === 0) {
    return <p className="text-muted">There are no proposals.</p>
  }
  return (
    <ul className="space-y-3">
      {plan.proposals.map((proposal) => (
        <li
          key={proposal.id}
          className="space-y-2 rounded-card border border-line bg-surface p-4 shadow-low sm:p-5"
        >
          <About proposal={proposal} />
          {proposal.decision === null && plan.may_edit ? (
            <Answer learnerId={learnerId} proposal={proposal} onDecided={onDecided} />
          ) : null}
          {proposal.decision === null && proposal.is_own && !plan.may_edit ? (
            <Withdraw learnerId={learnerId} proposal={proposal} />
          ) : null}
        </li>
      ))}
    </ul>
  )
}

const About = ({ proposal }: { proposal: Proposal }) => {
  const [today] = useState(localDay)
  const { quest_id, title, proposed_by, target_date, note, decision, words } = proposal
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <Link to={paths.quest(quest_id)} className="link text-lg font-semibold">
          {title}
        </Link>
        <Chip tone={decision === 'accepted' ? 'success' : decision ? 'neutral' : 'warning'}>
          {decision === 'accepted' ? 'In the plan' : decision ? 'Not now' : 'Waiting for a reply'}
        </Chip>
      </div>
      <p className="text-sm text-muted">
        {sizeOf(proposal)}. Proposed by {proposed_by ?? 'someone'}
        {target_date ? `, for ${plannedFor(target_date, today)}` : ''}.
      </p>
      {note ? <p className="whitespace-pre-line">{note}</p> : null}
      {words ? <p className="whitespace-pre-line font-medium">Reply: {words}</p> : null}
    </>
  )
}

type OneProposal = { learnerId: string; proposal: Proposal }

const Answer = ({
  learnerId,
  proposal,
  onDecided,
}: OneProposal & Pick<ProposalsProps, 'onDecided'>) => {
  const [words, setWords] = useState('')
  const decide = useApiMutation(api.decideProposal, {
    replaces: () => api.getPlan.query({ params: { id: learnerId } }).queryKey,
  })
  const answer = (decision: 'accepted' | 'declined') =>
    decide.mutate(
      { params: { id: learnerId, proposal_id: proposal.id }, body: { decision, words } },
      {
        onSuccess: (plan) => {
          onDecided?.(plan)
          toast.success(
            decision === 'accepted'
              ? `“${proposal.title}” has been added to the plan`
              : 'Your reply has been sent',
          )
        },
        onError: (error) => toast.error(messageOf(error, 'That did not work. Please try again.')),
      },
    )
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="min-w-0 grow basis-60">
        <TextField
          id={`answer-${proposal.id}`}
          label="A note with your reply"
          optional
          maxLength={500}
          autoComplete="off"
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      </div>
      <Button busy={decide.isPending} onClick={() => answer('accepted')}>
        Accept<span className="visually-hidden"> {proposal.title}</span>
      </Button>
      <Button variant="secondary" busy={decide.isPending} onClick={() => answer('declined')}>
        Decline<span className="visually-hidden"> {proposal.title}</span>
      </Button>
    </div>
  )
}

const Withdraw = ({ learnerId, proposal }: OneProposal) => {
  const withdraw = useApiMutation(api.withdrawProposal)
  return (
    <Button
      variant="quiet"
      size="small"
      busy={withdraw.isPending}
      onClick={() =>
        withdraw.mutate(
          { params: { id: learnerId, proposal_id: proposal.id } },
          {
            onSuccess: () => toast.success('The proposal has been withdrawn'),
            onError: (error) =>
              toast.error(messageOf(error, 'That did not work. Please try again.')),
          },
        )
      }
    >
      Withdraw<span className="visually-hidden"> {proposal.title}</span>
    </Button>
  )
}
