import { useQuery } from '@tanstack/react-query'

import { Card } from '#ui'

import { AgreementFacts } from './AgreementFacts.tsx'
import { agreementsOf } from './queries.ts'

/** A learner's agreements as the family sees them; renders nothing without any. */
export const OwnAgreement = ({ id }: { id: string }) => {
  const { data } = useQuery(agreementsOf(id))
  if (!data?.items.length) return null
  return (
    <Card aria-labelledby="agreement" className="no-print">
      <h2 id="agreement" className="mb-3 text-xl">
        Academy agreement
      </h2>
      <ul className="divide-y divide-line">
        {data.items.map((agreement) => (
          <li key={agreement.id} className="py-4 first:pt-0 last:pb-0">
            <AgreementFacts agreement={agreement} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
