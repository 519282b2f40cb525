import { useSuspenseQuery } from '@tanstack/react-query'
import Printer from 'lucide-react/icons/printer'
import UserPlus from 'lucide-react/icons/user-plus'
import { useState } from 'react'

import type { CardLearner, NewCard } from '#contract/sign-in-cards'
import { CARD_SESSION_HOURS, MAX_PRINTED } from '#rules/sign-in-card'
import { Button, Checkbox, Chip, Dialog, EmptyState, lazyPart } from '#ui'
import { useApiMutation } from '#web/api'
import { ConfirmButton } from '#web/form'
import { dateOf } from '#web/format'
import { loaderFor, type PageTexts } from '#web/page'

import { PrintedCard } from './PrintedCard.tsx'
import { cardsQuery, signInCards } from './queries.ts'

const NewChildForm = lazyPart(() => import('./NewChildForm.tsx'), 'NewChildForm', 'h-96')
const AskGuardianForm = lazyPart(() => import('./AskGuardianForm.tsx'), 'AskGuardianForm', 'h-48')

export const handle = { failed: 'The sign-in cards could not be loaded' } satisfies PageTexts

export const clientLoader = loaderFor(() => [cardsQuery])

/** Sign-in cards of the advisor's learners: who has one, and a sheet of new ones to print. */
const CardsPage = () => {
  const [printed, setPrinted] = useState<NewCard[]>()
  return printed ? (
    <Sheet cards={printed} onDone={() => setPrinted(undefined)} />
  ) : (
    <ClassList onPrinted={setPrinted} />
  )
}

const Sheet = ({ cards, onDone }: { cards: NewCard[]; onDone: () => void }) => (
  <div className="space-y-6">
    <div className="no-print space-y-4">
      <p className="max-w-text">
        Print these now: the cards are shown only this once. If you leave this page without
        printing, make new ones.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button icon={<Printer aria-hidden size={18} />} onClick={() => window.print()}>
          Print
        </Button>
        <Button variant="secondary" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
    <ul className="grid gap-4 [page:sheet] md:grid-cols-2 print:grid-cols-2 print:gap-[5mm]">
      {cards.map((card) => (
        <li key={card.id} className="break-inside-avoid print:h-[62mm]">
          <PrintedCard card={card} />
        </li>
      ))}
    </ul>
  </div>
)

const ClassList = ({ onPrinted }: { onPrinted: (cards: NewCard[]) => void }) => {
  const { data } = useSuspenseQuery(cardsQuery)
  const print = useApiMutation(signInCards.printCards)
  const [adding, setAdding] = useState(false)
  const ready = data.items.filter(({ waits }) => !waits)
  // At first, those who have none: printing again would end the cards of everybody else.
  const [chosen, setChosen] = useState(
    () => new Set(ready.filter(({ card }) => !card).map(({ id }) => id)),
  )
  const ids = ready.map(({ id }) => id).filter((id) => chosen.has(id))
  const replaced = ready.filter(({ id, card }) => card && chosen.has(id)).length
  const choose = (some: readonly string[], isChosen: boolean) =>
    setChosen((before) => {
      const after = new Set(before)
      for (const id of some) {
        if (isChosen) after.add(id)
        else after.delete(id)
      }
      return after
    })
  return (
    <div className="space-y-6">
      <p className="max-w-text text-muted">
        Young children, and learners without an email address, sign in with a card: they point a
        camera at it and are signed in for {CARD_SESSION_HOURS} hours. Guardians are told about each
        card.
      </p>
      <div className="flex flex-wrap gap-3">
        {ready.length > 0 ? (
          <ConfirmButton
            button={{ variant: 'primary', children: `Make ${countOf(ids.length)}` }}
            title={`Make ${countOf(ids.length)}?`}
            action="Make and show"
            variant="primary"
            confirm={async () => onPrinted((await print.mutateAsync({ body: { ids } })).items)}
            failed="The cards could not be made. Please try again."
          >
            <p>
              {replaced > 0
                ? `${replaced === 1 ? 'One old card ends' : `${replaced} old cards end`} at once, and so do the sessions that ${replaced === 1 ? 'it has' : 'they have'} opened. `
                : ''}
              Have a printer ready: the new cards are shown only once.
            </p>
            {ids.length > MAX_PRINTED ? (
              <p>Please choose up to {MAX_PRINTED} learners at a time.</p>
            ) : null}
          </ConfirmButton>
        ) : null}
        <Button
          variant="secondary"
          icon={<UserPlus aria-hidden size={18} />}
          onClick={() => setAdding(true)}
        >
          Add a child
        </Button>
      </div>
      {data.items.length === 0 ? (
        <EmptyState title="Nobody needs a card">
          Learners under 13 or without an email address appear here.
        </EmptyState>
      ) : (
        <>
          {ready.length > 1 ? (
            <Checkbox
              id="all-cards"
              label="All of them"
              checked={ids.length === ready.length}
              onChange={(event) =>
                choose(
                  ready.map(({ id }) => id),
                  event.currentTarget.checked,
                )
              }
            />
          ) : null}
          <ul className="divide-y divide-line rounded-card border border-line bg-surface">
            {data.items.map((learner) => (
              <Row
                key={learner.id}
                learner={learner}
                isChosen={chosen.has(learner.id)}
                onChoose={(isChosen) => choose([learner.id], isChosen)}
              />
            ))}
          </ul>
        </>
      )}
      <Dialog open={adding} title="Add a child" onClose={() => setAdding(false)}>
        {adding ? <NewChildForm done={() => setAdding(false)} /> : null}
      </Dialog>
    </div>
  )
}

const countOf = (cards: number) => (cards === 1 ? '1 card' : `${cards} cards`)

type RowProps = {
  learner: CardLearner
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
}

const Row = ({ learner, isChosen, onChoose }: RowProps) => {
  const [asks, setAsks] = useState(false)
  const name = `${learner.first_name} ${learner.last_name}`
  const details = (
    <span>
      <span className="block font-semibold">{name}</span>
      {learner.sign_in_name ? (
        <span className="block text-sm text-muted">Sign-in name {learner.sign_in_name}</span>
      ) : null}
    </span>
  )
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
      {learner.waits ? (
        details
      ) : (
        <Checkbox
          id={`card-${learner.id}`}
          label={details}
          checked={isChosen}
          onChange={(event) => onChoose(event.currentTarget.checked)}
        />
      )}
      {learner.waits ? (
        <div className="flex flex-wrap items-center gap-3">
          <Chip tone="warning">Waits for a guardian’s consent</Chip>
          {learner.has_address ? null : (
            <Button variant="secondary" size="small" onClick={() => setAsks(true)}>
              Ask again
            </Button>
          )}
        </div>
      ) : (
        <span className="text-sm text-muted">
          {learner.card
            ? `Card made on ${dateOf(learner.card.created_at)}${learner.card.created_by ? ` by ${learner.card.created_by}` : ''}`
            : 'No card'}
        </span>
      )}
      <Dialog
        open={asks}
        title={`Ask ${learner.first_name}’s guardian again`}
        onClose={() => setAsks(false)}
      >
        {asks ? <AskGuardianForm learner={learner} done={() => setAsks(false)} /> : null}
      </Dialog>
    </li>
  )
}

export default CardsPage
