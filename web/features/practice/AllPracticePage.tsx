import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import { paths } from '#contract/paths'
import { ButtonLink, Card, Page, PageHeading } from '#ui'
import { loaderFor, type PageTexts } from '#web/page'
import { session } from '#web/session'

import { listPractice } from './queries.ts'
import { Skills } from './Skills.tsx'

const ownPractice = () => listPractice(session.cachedUser()?.id ?? '')

export const handle = { failed: 'Your practice could not be loaded' } satisfies PageTexts

export const clientLoader = loaderFor(() => [ownPractice()])

/** The learner's own sets: what is mastered, what needs work, and what is due. */
const AllPracticePage = () => {
  const { sets } = useSuspenseQuery(ownPractice()).data
  return (
    <Page width="text">
      <div className="space-y-6">
        <PageHeading>Practice</PageHeading>
        {sets.length === 0 ? (
          <p>
            You have not practised anything yet. Some <Link to={paths.quests}>quests</Link> have
            practice in their tasks.
          </p>
        ) : (
          sets.map(({ slug, title, summary, mastered, due, practised }) => (
            <Card key={slug} aria-label={title} className="space-y-3">
              <h2 className="text-xl">{title}</h2>
              <p className="text-muted">{summary}</p>
              <p>
                {mastered} of {practised.length} skills mastered
              </p>
              <Skills practised={practised} />
              <ButtonLink variant={due > 0 ? 'primary' : 'secondary'} to={paths.practice(slug)}>
                {due > 0 ? `Practise ${due}` : 'Practise again'}
              </ButtonLink>
            </Card>
          ))
        )}
      </div>
    </Page>
  )
}

export default AllPracticePage
