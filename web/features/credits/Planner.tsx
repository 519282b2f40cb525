import { useQuery } from '@tanstack/react-query'
import Clock from 'lucide-react/icons/clock'
import { useState } from 'react'
import { Link } from 'react-router'

import type { Credits, Planner as PlannerReply, PlanOutcome } from '#contract/credits'
import { paths } from '#contract/paths'
import { SUBJECT_NAMES } from '#rules/subjects'
import { creditAmount } from '#rules/text/credit-amount'
import {
  Alert,
  Button,
  ButtonLink,
  Card,
  Checkbox,
  EmptyState,
  QueryView,
  Select,
  toast,
} from '#ui'
import { messageOf, useApiMutation } from '#web/api'
import { number } from '#web/format'

import { credits, planPreview } from './queries.ts'
import { SubjectRows } from './SubjectRows.tsx'
import { WayToDiploma } from './WayToDiploma.tsx'

type Plan = Credits['plan']

/** Chooses quests with a live preview of the bars before saving. */
export const Planner = ({ plan }: { plan: Plan }) => {
  const query = useQuery(credits.getPlanner.query())
  return (
    <QueryView query={query} what="the planner" skeleton="h-96">
      {(data) => <Loaded planner={data} plan={plan} />}
    </QueryView>
  )
}

const Loaded = ({ planner, plan }: { planner: PlannerReply; plan: Plan }) => {
  const [chosen, setChosen] = useState<readonly string[]>(planner.quest_ids)
  const tried = useQuery(planPreview(chosen))
  const save = useApiMutation(credits.tryPlan)
  const outcome: PlanOutcome = tried.data ?? planner
  const isSaved =
    chosen.length === planner.quest_ids.length &&
    chosen.every((id) => planner.quest_ids.includes(id))
  const toggle = (id: string) =>
    setChosen(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id])
  const add = (ids: readonly string[]) => setChosen([...new Set([...chosen, ...ids])])
  const store = () =>
    save.mutate(
      { body: { quest_ids: [...chosen], save: true } },
      {
        onSuccess: ({ quest_ids }) => {
          // Quests agreed on with an advisor stay.
          setChosen(quest_ids)
          toast.success('Your plan has been saved')
        },
      },
    )

  if (planner.options.length === 0) {
    return (
      <EmptyState
        title="Every quest is under way or done"
        action={<ButtonLink to={paths.quests}>Explore quests</ButtonLink>}
      >
        You can plan quests you have not started yet here.
      </EmptyState>
    )
  }
  return (
    <div>
      <div className="sticky top-(--top-bar) z-10 -mx-4 mb-6 border-b border-line bg-bg px-4 py-3 sm:mx-0 sm:px-0">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h2 className="text-xl">
            <Link to={paths.plan()} className="link">
              Your plan
            </Link>
          </h2>
          <Button busy={save.isPending} disabled={isSaved} onClick={store}>
            {isSaved ? 'Saved' : 'Save'}
          </Button>
        </div>
        <p role="status" className="mt-1 text-muted">
          {summaryOf(outcome, chosen.length, plan)}
        </p>
        {save.isError || tried.isError ? (
          <Alert tone="danger" role="alert">
            {messageOf(save.error ?? tried.error, 'That did not work. Please try again.')}
          </Alert>
        ) : null}
      </div>
      {planner.library ? (
        <WayToDiploma rows={planner.rows} library={planner.library} plan={plan} />
      ) : null}
      <div className="grid items-start gap-8 lg:grid-cols-2 [&_:is(input,select,button)]:scroll-mt-56">
        <div className="space-y-6">
          <Suggestions outcome={outcome} planner={planner} plan={plan} onAdd={add} />
          <Options planner={planner} plan={plan} chosen={chosen} onToggle={toggle} />
        </div>
        <section
          aria-labelledby="with-plan"
          className="lg:sticky lg:top-[calc(var(--top-bar)+8rem)]"
        >
          <h3 id="with-plan" className="mb-3 text-lg">
            With this plan
          </h3>
          <SubjectRows rows={outcome.rows} plan={plan} />
        </section>
      </div>
    </div>
  )
}

const nameIn = (plan: Plan, subject: PlanOutcome['closed'][number]) =>
  plan.subjects.find((each) => each.subject === subject)?.name ?? SUBJECT_NAMES[subject]

const inWords = new Intl.ListFormat(undefined, { type: 'conjunction' })

const summaryOf = ({ total, closed }: PlanOutcome, count: number, plan: Plan) => {
  if (count === 0)
    return 'Nothing planned yet. Choose quests to see how many credits they would earn.'
  const quests = count === 1 ? 'One quest' : `${count} quests`
  const brings = `${quests} would earn ${number(total.xp.planned)} XP, or ${creditAmount(total.planned, plan.xp_per_credit)}.`
  if (closed.length === 0) return brings
  const gaps = inWords.format(closed.map((subject) => nameIn(plan, subject)))
  return `${brings} That closes the ${closed.length === 1 ? 'gap' : 'gaps'} in ${gaps}.`
}

const MAX_SUGGESTED = 4

type SuggestionsProps = {
  outcome: PlanOutcome
  planner: PlannerReply
  plan: Plan
  onAdd: (questIds: readonly string[]) => void
}

const Suggestions = ({ outcome, planner, plan, onAdd }: SuggestionsProps) => {
  const titleOf = (id: string) =>
    planner.options.find(({ quest_id }) => quest_id === id)?.title ?? ''
  // Gaps that can be closed come first, then the largest contributions.
  const suggestions = outcome.suggestions
    .toSorted((a, b) => Number(b.closes) - Number(a.closes) || b.brings - a.brings)
    .slice(0, MAX_SUGGESTED)
  if (suggestions.length === 0) return null
  return (
    <Card aria-labelledby="suggestions">
      <h3 id="suggestions" className="text-lg">
        What would help most
      </h3>
      <ul className="mt-2 divide-y divide-line">
        {suggestions.map(({ subject, gap, brings, closes, quest_ids }) => (
          <li key={subject} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <p className="min-w-0 basis-60 grow">
              <span className="font-semibold">{nameIn(plan, subject)}:</span>{' '}
              {inWords.format(quest_ids.map(titleOf))}{' '}
              <span className="text-muted">
                {closes
                  ? `${quest_ids.length === 1 ? 'closes' : 'close'} the gap of ${creditAmount(gap, plan.xp_per_credit)}`
                  : `${quest_ids.length === 1 ? 'earns' : 'earn'} ${creditAmount(brings, plan.xp_per_credit)} of the ${creditAmount(gap, plan.xp_per_credit)} missing`}
              </span>
            </p>
            <Button variant="secondary" size="small" onClick={() => onAdd(quest_ids)}>
              {quest_ids.length === 1 ? 'Add it' : 'Add both'}
              <span className="visually-hidden"> for {nameIn(plan, subject)}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}

type OptionsProps = {
  planner: PlannerReply
  plan: Plan
  chosen: readonly string[]
  onToggle: (questId: string) => void
}

const Options = ({ planner, plan, chosen, onToggle }: OptionsProps) => {
  const [subject, setSubject] = useState('')
  const inSubject = (option: PlannerReply['options'][number]) =>
    option.brings.find((each) => each.subject === subject)?.xp ?? 0
  const shown =
    subject === ''
      ? planner.options
      : planner.options
          .filter((option) => inSubject(option) > 0)
          .toSorted((a, b) => inSubject(b) - inSubject(a))
  return (
    <fieldset className="space-y-4">
      <legend className="mb-3 font-heading text-lg font-semibold">Choose quests</legend>
      <Select
        id="plan-subject"
        label="Subject"
        value={subject}
        placeholder="Any subject"
        options={plan.subjects.map((each) => ({ value: each.subject, label: each.name }))}
        onChange={(event) => setSubject(event.target.value)}
      />
      {shown.length === 0 ? (
        <p className="text-muted">
          None of the quests you can start now earns credit in this subject.
        </p>
      ) : null}
      <ul className="divide-y divide-line border-y border-line">
        {shown.map(({ quest_id, title, estimated_hours, brings }) => (
          <li key={quest_id} className="py-3">
            <Checkbox
              id={`plan-${quest_id}`}
              checked={chosen.includes(quest_id)}
              onChange={() => onToggle(quest_id)}
              label={
                <span className="block">
                  <span className="font-semibold">{title}</span>
                  <span className="block text-sm text-muted">
                    {brings
                      .map((each) => `${nameIn(plan, each.subject)} ${number(each.xp)} XP`)
                      .join(', ')}
                    <span className="ml-2 inline-flex items-center gap-1 whitespace-nowrap">
                      <Clock aria-hidden size={14} /> {number(estimated_hours)} h
                    </span>
                  </span>
                </span>
              }
            />
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
