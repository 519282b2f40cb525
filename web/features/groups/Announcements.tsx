import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import {
  type Announcement,
  ANNOUNCEMENT_AUDIENCES,
  type LearnerGroup,
  type ListedAnnouncement,
  NewAnnouncement,
} from '#contract/groups'
import { QueryView, SectionCard, Select, Textarea, toast } from '#ui'
import { useApiMutation } from '#web/api'
import { ChangeForm, useAppForm } from '#web/form'
import { dateOf } from '#web/format'

import { fullName } from './labels.ts'
import { groups } from './queries.ts'

const TO = {
  both: 'Learners and their families',
  learners: 'Learners',
  families: 'Families',
} satisfies Record<(typeof ANNOUNCEMENT_AUDIENCES)[number], string>

/** Writes to everyone in a group, and shows who has read it. */
export const Announcements = ({ group }: { group: LearnerGroup }) => {
  const list = useQuery({
    ...groups.listAnnouncements.query({ params: { id: group.id } }),
    staleTime: 0,
  })
  return (
    <div className="space-y-6">
      <SectionCard id="write" title="Write an announcement" className="space-y-4">
        <p className="max-w-text text-muted">
          Everyone gets a message of their own from you: nobody sees who else has received it, and
          an answer comes to you alone. Families are the guardians who may see their child’s work.
        </p>
        <AnnouncementForm group={group} />
      </SectionCard>
      <QueryView query={list} what="the announcements" skeleton="h-40">
        {({ items }) =>
          items.length === 0 ? (
            <p className="text-muted">You have not written to this group yet.</p>
          ) : (
            <ul aria-label="Announcements" className="space-y-4">
              {items.map((item) => (
                <Item key={item.id} groupId={group.id} item={item} />
              ))}
            </ul>
          )
        }
      </QueryView>
    </div>
  )
}

const EMPTY = { text: '', audience: 'both' as const }

const AnnouncementForm = ({ group }: { group: LearnerGroup }) => {
  const announce = useApiMutation(groups.announce)
  const { form, field, frame } = useAppForm({
    schema: NewAnnouncement,
    idPrefix: 'announcement-',
    defaultValues: EMPTY,
    labels: { audience: 'To', text: 'Text' },
    save: async (body) => {
      await announce.mutateAsync({ params: { id: group.id }, body })
      form.reset(EMPTY)
      toast.success('The announcement is on its way')
    },
    failed: 'The announcement could not be sent. Please try again.',
  })
  return (
    <ChangeForm {...frame} className="space-y-4" action="Send">
      <Select
        {...field('audience')}
        options={ANNOUNCEMENT_AUDIENCES.map((value) => ({ value, label: TO[value] }))}
      />
      <Textarea {...field('text')} rows={5} dir="auto" />
    </ChangeForm>
  )
}

const Item = ({ groupId, item }: { groupId: string; item: ListedAnnouncement }) => {
  const [isOpen, setIsOpen] = useState(false)
  const { id, text, audience, created_at, recipient_count, read_count } = item
  return (
    <li className="space-y-2 rounded-card border border-line bg-surface p-5 shadow-low">
      <p className="text-sm text-muted">
        {dateOf(created_at)}, to {TO[audience].toLocaleLowerCase()}
      </p>
      <p dir="auto" className="whitespace-pre-line">
        {text}
      </p>
      <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary className="min-h-6 font-semibold">
          Read by {read_count} of {recipient_count}
        </summary>
        {isOpen ? <Receipts groupId={groupId} id={id} /> : null}
      </details>
    </li>
  )
}

const REFRESH_INTERVAL_MS = 3000

const isOnItsWay = ({ people }: Announcement) =>
  people.some(({ receipt, guardians }) =>
    [receipt, ...guardians.map((guardian) => guardian.receipt)].includes('waiting'),
  )

const Receipts = ({ groupId, id }: { groupId: string; id: string }) => {
  const found = useQuery({
    ...groups.getAnnouncement.query({ params: { id: groupId, announcement_id: id } }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data && isOnItsWay(data) ? REFRESH_INTERVAL_MS : false,
  })
  return (
    <QueryView query={found} what="the list" skeleton="mt-3 h-24">
      {({ people, audience }) => (
        <ul className="mt-3 divide-y divide-line">
          {people.map((person) => (
            <Person key={person.learner.id} {...person} audience={audience} />
          ))}
        </ul>
      )}
    </QueryView>
  )
}

const RECEIPTS = {
  waiting: 'on its way',
  unread: 'not read yet',
  read: 'read',
  not_sent: 'not delivered',
}

const inWords = (receipt: keyof typeof RECEIPTS | null) =>
  receipt === null ? 'was not written to' : RECEIPTS[receipt]

type PersonProps = Announcement['people'][number] & Pick<Announcement, 'audience'>

const Person = ({ learner, receipt, guardians, audience }: PersonProps) => (
  <li className="py-2">
    <p>
      <bdi className="font-medium">{fullName(learner)}</bdi>
      {audience === 'families' ? null : `: ${inWords(receipt)}`}
    </p>
    {audience === 'learners' ? null : (
      <ul className="pl-5 text-sm text-muted">
        {guardians.length === 0 ? <li>No family member can be written to</li> : null}
        {guardians.map(({ id, name, receipt: own }) => (
          <li key={id}>
            <bdi>{name}</bdi>: {inWords(own)}
          </li>
        ))}
      </ul>
    )}
  </li>
)
