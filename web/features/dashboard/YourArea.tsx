import type { Role } from '#contract/endpoint'
import { paths } from '#contract/paths'
import { isStaff } from '#rules/membership'
import { ButtonLink, SectionCard } from '#ui'

const PURPOSE = {
  parent:
    'On the Family Dashboard you follow your children’s weeks, work and feedback, and see who else has read what.',
  advisor:
    'What your learners hand in waits for you to read; their plans, records and the quests you write are beside it.',
  educator:
    'What your learners hand in waits for you to read; their plans, records and the quests you write are beside it.',
  admin:
    'In Admin you invite colleagues and families, and look after people, imports and settings.',
  observer: 'The quest library is open to you. Ask an admin if you should see more.',
} satisfies Record<Exclude<Role, 'student'>, string>

export type AdultRole = keyof typeof PURPOSE

/** Links to the area of a role that supports other people's learning. */
export const YourArea = ({ role }: { role: AdultRole }) => (
  <SectionCard id="your-area" title="Your area">
    <p className="mt-2">{PURPOSE[role]}</p>
    {role === 'parent' ? (
      <ButtonLink to={paths.parentDashboard} className="mt-5">
        Family Dashboard
      </ButtonLink>
    ) : null}
    {isStaff(role) ? (
      <p className="mt-5 flex flex-wrap gap-3">
        <ButtonLink to={paths.advisor}>Work to read</ButtonLink>
        <ButtonLink variant="secondary" to={paths.caseload}>
          Your learners
        </ButtonLink>
        <ButtonLink variant="secondary" to={paths.safety}>
          Safety reports
        </ButtonLink>
      </p>
    ) : null}
  </SectionCard>
)

/** Dashboard of such a role before its first own quest. */
export const AdultWelcome = ({ role }: { role: AdultRole }) => (
  <div className="grid items-start gap-6 lg:grid-cols-2">
    <YourArea role={role} />
    <SectionCard id="library" title="The quest library">
      <p className="mt-2 mb-5">
        Read what each quest asks for and choose one to suggest for the weekend. You can also take
        one up yourself: your own progress then appears on this page.
      </p>
      <ButtonLink to={paths.quests}>Explore quests</ButtonLink>
    </SectionCard>
  </div>
)
