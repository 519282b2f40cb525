import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'

import { paths } from '#contract/paths'
import { AGREEMENT_STATES } from '#rules/agreements'
import { EmptyState, LoadMore, QueryView, Select } from '#ui'

import { AgreementFacts } from './AgreementFacts.tsx'
import { Countersign } from './Countersign.tsx'
import { STATES } from './labels.ts'
import { academy } from './queries.ts'

const OPTIONS = AGREEMENT_STATES.map((value) => ({ value, label: STATES[value][0] }))

/** /admin/agreements: agreements of all learners, those that wait for an admin first. */
const AllAgreementsPage = () => {
  const [address, setAddress] = useSearchParams()
  const state = AGREEMENT_STATES.find((each) => each === address.get('state'))
  const list = useInfiniteQuery(academy.listAllAgreements.pages({ query: { limit: 20, state } }))
  return (
    <div className="space-y-6">
      <p className="max-w-text text-muted">
        Agreements are signed on paper and recorded by an advisor, on the learner’s page under
        Record. You countersign for the academy, unless you recorded the signatures yourself.
      </p>
      <div className="max-w-72">
        <Select
          id="agreements-state"
          label="Show"
          options={OPTIONS}
          placeholder="All"
          value={state ?? ''}
          onChange={({ target }) =>
            setAddress(target.value ? { state: target.value } : {}, { replace: true })
          }
        />
      </div>
      <QueryView query={list} what="the agreements" skeleton="h-64">
        {({ pages }) => {
          const agreements = pages.flatMap(({ items }) => items)
          return agreements.length === 0 ? (
            <EmptyState title={state ? 'No matches' : 'No agreements yet'}>
              Academy agreements appear here once an advisor has prepared one.
            </EmptyState>
          ) : (
            <>
              <ul className="space-y-5">
                {agreements.map((agreement) => (
                  <li
                    key={agreement.id}
                    className="space-y-3 rounded-card border border-line bg-surface p-5 shadow-low sm:p-6"
                  >
                    <h2 className="text-lg">
                      <Link
                        to={`${paths.advisedLearner(agreement.learner_id)}?view=record`}
                        className="link"
                      >
                        <bdi>{agreement.learner_name}</bdi>
                      </Link>
                    </h2>
                    <AgreementFacts agreement={agreement} />
                    {agreement.state === 'signed' ? (
                      <div className="flex flex-wrap gap-3">
                        <Countersign agreement={agreement} />
                      </div>
                    ) : null}
                  </li>
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

export default AllAgreementsPage
