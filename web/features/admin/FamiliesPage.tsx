import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'

import type { GuardianOfLearner } from '#contract/guardians'
import { Button, Chip, Dialog, lazyPart, LoadMore, QueryView, SearchBox } from '#ui'
import { SCOPE_WORDS } from '#views/family'
import { dateOf } from '#web/format'

import { guardians } from './queries.ts'

const OverrideForm = lazyPart(() => import('./OverrideForm.tsx'), 'OverrideForm', 'h-48')

/** Guardian links by name; an admin can narrow or end a link by court order. */
const FamiliesPage = () => {
  const [search, setSearch] = useState('')
  const list = useInfiniteQuery(guardians.listGuardianLinks.pages({ query: { limit: 10, search } }))
  const find = useCallback((words: string) => setSearch(words), [])
  return (
    <div className="space-y-4">
      <SearchBox
        id="guardian-search"
        label="Search learners and guardians"
        placeholder="A learner’s or guardian’s name or address"
        value={search}
        onSearch={find}
      />
      <QueryView query={list} what="the guardians" skeleton="h-40">
        {({ pages }) => {
          const links = pages.flatMap(({ items }) => items)
          return links.length === 0 ? (
            <p className="text-muted">
              {search ? 'No matches.' : 'No learner has a guardian yet.'}
            </p>
          ) : (
            <>
              <ul className="space-y-4">
                {links.map((link) => (
                  <Row key={link.id} link={link} />
                ))}
              </ul>
              <LoadMore list={list} />
            </>
          )
        }}
      </QueryView>
    </div>
  )
}

const Row = ({ link }: { link: GuardianOfLearner }) => {
  const [isChanging, setIsChanging] = useState(false)
  return (
    <li className="space-y-2 rounded-card border border-line bg-surface p-5 shadow-low">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="text-lg">
          {link.name} <span className="font-normal text-muted">for</span> {link.learner_name}
        </h2>
        {link.active ? null : <Chip tone="warning">No confirmed account yet</Chip>}
        {link.lapsed ? <Chip>Ended with the 18th birthday</Chip> : null}
      </div>
      <p className="text-sm text-muted">
        {link.email}
        {link.relation ? `, ${link.relation}` : ''}, since {dateOf(link.since)}, by{' '}
        {ORIGINS[link.origin]}
      </p>
      <p className="text-sm">{link.scopes.map((scope) => SCOPE_WORDS[scope]).join('; ')}</p>
      <Button variant="secondary" size="small" onClick={() => setIsChanging(true)}>
        Change or end
        <span className="visually-hidden">
          {' '}
          the link of {link.name} with {link.learner_name}
        </span>
      </Button>
      <Dialog
        open={isChanging}
        title={`${link.name} and ${link.learner_name}`}
        onClose={() => setIsChanging(false)}
      >
        {isChanging ? <OverrideForm link={link} done={() => setIsChanging(false)} /> : null}
      </Dialog>
    </li>
  )
}

const ORIGINS: Record<GuardianOfLearner['origin'], string> = {
  consent: 'consent',
  invitation: 'invitation',
  code: 'a family’s pairing code',
  admin: 'an admin',
}

export default FamiliesPage
