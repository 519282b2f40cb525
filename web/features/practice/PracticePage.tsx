import { useSuspenseQuery } from '@tanstack/react-query'
import Printer from 'lucide-react/icons/printer'
import { useState } from 'react'
import { Link, useParams } from 'react-router'

import { paths } from '#contract/paths'
import { isYoung } from '#rules/age'
import { Button, Page, PageHeading } from '#ui'
import { useUser } from '#views/auth'
import { utcDay } from '#web/format'
import { loaderFor, type PageTexts } from '#web/page'

import { Player } from './Player.tsx'
import { getPracticeSet } from './queries.ts'
import { Worksheet } from './Worksheet.tsx'

export const handle = {
  failed: 'The practice could not be loaded',
  missing: {
    title: 'Practice not found',
    text: 'It may have been removed, or the address may be incomplete.',
    action: { to: paths.quests, label: 'Explore quests' },
  },
} satisfies PageTexts

export const clientLoader = loaderFor(({ params: { slug = '' } }) => [getPracticeSet(slug)])

/** A set of exercises on a page of its own; printed as a worksheet. */
const PracticePage = () => {
  const { slug = '' } = useParams()
  const { data: set } = useSuspenseQuery(getPracticeSet(slug))
  const user = useUser()
  const [young] = useState(() => isYoung(user.date_of_birth ?? null, utcDay()))
  return (
    <Page width="text">
      <div className="space-y-6">
        <div className="no-print flex flex-wrap items-center justify-between gap-3">
          <Link to={paths.allPractice} className="link inline-flex min-h-11 items-center">
            All practice
          </Link>
          <Button
            variant="secondary"
            icon={<Printer aria-hidden size={18} />}
            onClick={() => window.print()}
          >
            Print as a worksheet
          </Button>
        </div>
        <div>
          <PageHeading>{set.title}</PageHeading>
          <p className="mt-1 text-muted">{set.summary}</p>
        </div>
        <Player key={set.slug} set={set} learnerId={user.id} isYoung={young} />
        <Worksheet set={set} learnerId={user.id} />
      </div>
    </Page>
  )
}

export default PracticePage
