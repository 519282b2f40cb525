import type { ParentDashboard } from '#contract/parents'
import type { GuardianScope } from '#rules/access'
import { lazyPart } from '#ui'
import { ChildConnections } from '#views/connections'
import { YoungScreenSwitch } from '#views/family'
import { SafetyReports } from '#views/safety'

// Below the fold: loaded in parallel with the page.
const ChildTutor = lazyPart(() => import('#views/tutor'), 'ChildTutor', 'h-64')
const ChildConversations = lazyPart(() => import('#views/messages'), 'ChildConversations', 'h-64')
const OwnAgreement = lazyPart(() => import('#views/academy'), 'OwnAgreement', 'h-64')
const SignInSection = lazyPart(() => import('#views/sign-in-cards'), 'SignInSection', 'h-40')
const GuardiansCard = lazyPart(() => import('./GuardiansCard.tsx'), 'GuardiansCard', 'h-64')

type Props = {
  child: ParentDashboard['child']
  scopes: readonly GuardianScope[]
  isUnder13: boolean
  /** The reader sees who has read the child's work. */
  seesLog: boolean
}

/** Parts of a child's page that each open with a scope of their own, also to guardians who do not see the work. */
export const ChildOversight = ({ child, scopes, isUnder13, seesLog }: Props) => {
  const { id, first_name: name } = child
  return (
    <>
      <SafetyReports id={id} name={name} />
      <ChildTutor id={id} name={name} />
      <ChildConversations id={id} name={name} />
      <ChildConnections id={id} name={name} scopes={scopes} />
      <OwnAgreement id={id} />
      {isUnder13 && scopes.includes('consent') ? (
        <>
          <YoungScreenSwitch learner={child} />
          <SignInSection learner={child} mayAddAddress />
        </>
      ) : null}
      <GuardiansCard id={id} name={name} seesLog={seesLog} />
    </>
  )
}
