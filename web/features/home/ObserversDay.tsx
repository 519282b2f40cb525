import { paths } from '#contract/paths'
import { ButtonLink, SectionCard } from '#ui'
import { useSettings } from '#views/site'

/** An observer's day: what they can do without access to anybody's learning. */
export const ObserversDay = () => {
  const { support_email } = useSettings()
  return (
    <SectionCard id="observer" title="What you can do">
      <p className="mt-2">
        You can read every quest, follow how credits are earned, and check whether a transcript, a
        badge or a diploma is genuine. You see nobody’s learning. If you need to, ask{' '}
        {support_email ? (
          <a href={`mailto:${support_email}`} className="link">
            {support_email}
          </a>
        ) : (
          'an admin'
        )}{' '}
        for another role.
      </p>
      <p className="mt-5 flex flex-wrap gap-3">
        <ButtonLink to={paths.verify}>Verify a record</ButtonLink>
        <ButtonLink variant="secondary" to={paths.pathways}>
          Pathways
        </ButtonLink>
        <ButtonLink variant="secondary" to={paths.academyHandbook}>
          Academy Handbook
        </ButtonLink>
      </p>
    </SectionCard>
  )
}

/** Invitation to the library, for an adult without a quest of their own. */
export const QuestLibrary = () => (
  <SectionCard id="library" title="The quest library">
    <p className="mt-2 mb-5">
      See what each quest involves, and choose one to suggest for the weekend. You can also start
      one yourself: your own progress then appears at the end of this page.
    </p>
    <ButtonLink to={paths.quests} variant="secondary">
      Explore quests
    </ButtonLink>
  </SectionCard>
)
