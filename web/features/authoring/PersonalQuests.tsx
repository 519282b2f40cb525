import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { type PropsWithChildren, type ReactNode, useState } from 'react'
import { Link } from 'react-router'

import type { PersonalQuest, PersonalQuestsReply, PersonalQuestContent } from '#contract/authoring'
import { paths } from '#contract/paths'
import { Button, Card, Chip, Dialog, lazyPart, toast } from '#ui'
import { messageOf, useApiMutation } from '#web/api'
import { number } from '#web/format'

import { authoring } from './queries.ts'

const PersonalQuestForm = lazyPart(
  () => import('./PersonalQuestForm.tsx'),
  'PersonalQuestForm',
  'h-48',
)

/** Content of the open form: a new quest, a quest's next version, or the response to a proposal. */
type Writing =
  | { kind: 'new' }
  | { kind: 'change' | 'proposal'; id: string; quest: PersonalQuestContent }

export type PersonalChoice = { id: string; quest: PersonalQuestContent }

type Props = {
  learnerId: string
  firstName: string
  isOwn: boolean
  /** The caller may edit the plan; otherwise they can only propose. */
  mayEdit: boolean
  /** Ids of quests in the plan. */
  taken: ReadonlySet<string>
  onChoose?: (choice: PersonalChoice) => void
}

/** Quests for one learner, and proposals for them: created, edited, decided, added to the plan. */
export const PersonalQuests = ({
  learnerId,
  firstName,
  isOwn,
  mayEdit,
  taken,
  onChoose,
}: Props) => {
  const { data } = useQuery(authoring.listWrittenFor.query({ params: { id: learnerId } }))
  const [writing, setWriting] = useState<Writing>()
  const write = useApiMutation(authoring.writeQuestFor)
  const change = useApiMutation(authoring.changeQuestFor)
  const propose = useApiMutation(authoring.proposeQuestFor)
  const approve = useApiMutation(authoring.approveProposal)
  const withdraw = useApiMutation(authoring.withdrawProposedQuest)
  const params = { id: learnerId }

  const save = async (body: PersonalQuest) => {
    if (writing?.kind === 'change') {
      await change.mutateAsync({ params: { ...params, quest_id: writing.id }, body })
      toast.success(`“${body.title}” has been changed`)
    } else if (writing?.kind === 'proposal') {
      const { id } = await approve.mutateAsync({
        params: { ...params, quest_id: writing.id },
        body,
      })
      toast.success(`“${body.title}” is now ${firstName}’s quest`)
      onChoose?.({ id, quest: body })
    } else if (mayEdit) {
      const { id } = await write.mutateAsync({ params, body })
      toast.success(`“${body.title}” has been created`)
      onChoose?.({ id, quest: body })
    } else {
      await propose.mutateAsync({ params, body })
      toast.success(`“${body.title}” has been proposed`)
    }
    setWriting(undefined)
  }
  const name = isOwn ? 'you' : firstName
  return (
    <Card aria-labelledby="personal-quests" className="space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="personal-quests" className="text-xl">
          {isOwn ? 'Quests of your own' : `Quests just for ${firstName}`}
        </h2>
        <Button
          variant="secondary"
          icon={<Plus aria-hidden size={18} />}
          onClick={() => setWriting({ kind: 'new' })}
        >
          {mayEdit ? 'Write a quest' : 'Propose your own quest'}
        </Button>
      </div>
      {data && data.quests.length + data.proposals.length === 0 ? (
        <p className="text-muted">No quests written just for {name} alone.</p>
      ) : null}
      <ul className="divide-y divide-line">
        {data?.proposals.map((proposal) => (
          <Row key={proposal.id} title={proposal.quest.title} quest={proposal.quest}>
            <Chip tone="warning">
              {proposal.mine ? 'Waiting for an answer' : `Proposed by ${proposal.author}`}
            </Chip>
            {mayEdit ? (
              <Button size="small" onClick={() => setWriting({ ...proposal, kind: 'proposal' })}>
                Read<span className="visually-hidden"> {proposal.quest.title}</span>
              </Button>
            ) : null}
            {mayEdit || proposal.mine ? (
              <Button
                variant="quiet"
                size="small"
                busy={withdraw.isPending}
                onClick={() =>
                  withdraw.mutate(
                    { params: { ...params, quest_id: proposal.id } },
                    {
                      onError: (error) =>
                        toast.error(messageOf(error, 'That did not work. Please try again.')),
                    },
                  )
                }
              >
                {proposal.mine ? 'Withdraw' : 'Decline'}
                <span className="visually-hidden"> {proposal.quest.title}</span>
              </Button>
            ) : null}
          </Row>
        ))}
        {data?.quests.map(({ id, quest }) => (
          <Row
            key={id}
            title={
              isOwn ? (
                <Link to={paths.quest(id)} className="link">
                  {quest.title}
                </Link>
              ) : (
                quest.title
              )
            }
            quest={quest}
          >
            {mayEdit ? (
              <Button
                variant="quiet"
                size="small"
                onClick={() => setWriting({ kind: 'change', id, quest })}
              >
                Change<span className="visually-hidden"> {quest.title}</span>
              </Button>
            ) : null}
            {!onChoose ? null : taken.has(id) ? (
              <span className="text-sm text-muted">In the plan</span>
            ) : (
              <Button variant="secondary" size="small" onClick={() => onChoose({ id, quest })}>
                Add to the plan<span className="visually-hidden"> {quest.title}</span>
              </Button>
            )}
          </Row>
        ))}
      </ul>
      <Dialog
        open={writing !== undefined}
        title={titleOf(writing, name, mayEdit)}
        onClose={() => setWriting(undefined)}
      >
        {writing ? (
          <PersonalQuestForm
            {...(writing.kind === 'new' ? {} : { before: writing.quest })}
            send={mayEdit ? 'Save the quest' : 'Send'}
            save={save}
          />
        ) : null}
      </Dialog>
    </Card>
  )
}

const titleOf = (writing: Writing | undefined, name: string, mayEdit: boolean): string => {
  if (writing?.kind === 'change') return `Change “${writing.quest.title}”`
  if (writing?.kind === 'proposal') return `Make “${writing.quest.title}” a quest`
  return mayEdit ? `A quest just for ${name}` : 'Propose your own quest'
}

type RowProps = { title: ReactNode; quest: PersonalQuestsReply['quests'][number]['quest'] }

const Row = ({ title, quest, children }: PropsWithChildren<RowProps>) => (
  <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
    <div className="min-w-0 grow basis-48">
      <p className="font-semibold">{title}</p>
      <p className="text-sm text-muted">
        {quest.estimated_hours === 1 ? '1 hour' : `${number(quest.estimated_hours)} hours`},{' '}
        {number(quest.tasks.reduce((sum, { xp }) => sum + xp, 0))} XP
      </p>
    </div>
    <div className="flex flex-wrap items-center gap-2">{children}</div>
  </li>
)
