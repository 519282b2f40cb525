import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { Booking } from '#contract/consultations'
import { Alert, Button, Checkbox, QueryView, SearchBox, toast } from '#ui'
import { questList } from '#views/quests'
import { messageOf, useApiMutation } from '#web/api'

import { consultations } from './queries.ts'

const MAX_QUESTS = 5
const SHOWN = 8

type Quest = { id: string; title: string }

const mergedQuests = (pages: readonly { items: Quest[] }[], chosen: readonly Quest[]): Quest[] =>
  pages
    .flatMap(({ items }) => items)
    .filter(({ id }) => !chosen.some((each) => each.id === id))
    .slice(0, SHOWN)

/** Sends the invitation in one click; first quests are optional. */
export const InviteForm = ({ booking, done }: { booking: Booking; done: () => void }) => {
  const invite = useApiMutation(consultations.inviteFamily)
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState(booking.first_plan)
  const list = useInfiniteQuery(questList({ search }))
  const toggle = (quest: Quest) =>
    setChosen(
      chosen.some(({ id }) => id === quest.id)
        ? chosen.filter(({ id }) => id !== quest.id)
        : [...chosen, quest],
    )
  return (
    <div className="space-y-5">
      <p>
        An email invites <strong>{booking.email}</strong> to create a parent account. The quests you
        choose here are sent in a separate email, and added to the learner’s plan once an admin has
        assigned the learner to you.
      </p>
      <SearchBox
        id="first-plan-search"
        label="Quests to start with"
        placeholder="Search quests"
        value={search}
        onSearch={setSearch}
      />
      <QueryView query={list} what="the quests" skeleton="h-40">
        {({ pages }) => (
          <ul className="space-y-2">
            {[...chosen, ...mergedQuests(pages, chosen)].map(({ id, title }) => {
              const isChosen = chosen.some((each) => each.id === id)
              return (
                <li key={id}>
                  <Checkbox
                    id={`first-${id}`}
                    label={title}
                    checked={isChosen}
                    disabled={!isChosen && chosen.length >= MAX_QUESTS}
                    onChange={() => toggle({ id, title })}
                  />
                </li>
              )
            })}
          </ul>
        )}
      </QueryView>
      {invite.error ? (
        <Alert tone="danger" role="alert">
          {messageOf(invite.error)}
        </Alert>
      ) : null}
      <Button
        busy={invite.isPending}
        onClick={() =>
          invite.mutate(
            { params: { id: booking.id }, body: { quest_ids: chosen.map(({ id }) => id) } },
            {
              onSuccess: () => {
                toast.success(`The invitation to ${booking.email} is on its way`)
                done()
              },
            },
          )
        }
      >
        Send invitation
      </Button>
    </div>
  )
}
