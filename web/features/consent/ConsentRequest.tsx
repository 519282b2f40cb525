import { Link } from 'react-router'

import { paths } from '#contract/paths'
import { Alert, ButtonLink } from '#ui'
import { dateOf } from '#web/format'

import { ConsentForms } from './ConsentForms.tsx'

type Request = {
  child_first_name: string
  guardian_email: string
  policy_version: string
  expires_at: string
  state: 'asked' | 'code_sent' | 'confirmed'
}

/** Text of a consent request, and its form. */
export const ConsentRequest = ({ token, request }: { token: string; request: Request }) => {
  const { child_first_name: child, guardian_email, policy_version, expires_at, state } = request
  if (state === 'confirmed') return <Confirmed child={child} email={guardian_email} />
  return (
    <>
      <Notice child={child} email={guardian_email} version={policy_version} until={expires_at} />
      <ConsentForms token={token} child={child} sentTo={guardian_email} state={state} />
    </>
  )
}

const Confirmed = ({ child, email }: { child: string; email: string }) => (
  <div className="mt-8 space-y-6">
    <Alert tone="success" role="status" title="Thank you. The account is open.">
      <p>{child} can sign in, and confirm the address with the link we sent there.</p>
    </Alert>
    <div className="prose">
      <h2>What you can do now</h2>
      <ul>
        <li>
          Register as a parent with <strong className="wrap-anywhere">{email}</strong>: you see the
          work, decide who else looks after {child}, and change what you allow.
        </li>
        <li>
          Publishing, and connections with others, also need your signature on a form or a call with
          us. You find both there.
        </li>
        <li>Withdraw at any time: the email we have just sent you has a link for it.</li>
      </ul>
    </div>
    <div className="flex flex-wrap gap-3">
      <ButtonLink to={paths.register}>Create account</ButtonLink>
      <ButtonLink variant="secondary" to={paths.login}>
        Sign in
      </ButtonLink>
    </div>
  </div>
)

type NoticeProps = { child: string; email: string; version: string; until: string }

/** The direct notice of 16 CFR 312.4(c)(1), in plain words. */
const Notice = ({ child, email, version, until }: NoticeProps) => (
  <div className="prose mt-4 mb-8">
    <p>
      {child} is under 13, wants to learn here, and gave us{' '}
      <span className="wrap-anywhere">{email}</span> as the address of a parent or guardian. We use
      this address to ask you, and for nothing else until you agree. The account is closed until
      then.
    </p>
    <h2>What is collected, and what for</h2>
    <ul>
      <li>
        First and last name, email address and date of birth, so that {child} can sign in. No phone
        number, no address, no location.
      </li>
      <li>
        What {child} writes and uploads for quests, and the experience points and records that
        follow from it, so that {child} can learn and you can see how.
      </li>
      <li>When and on which device somebody signs in, so that the account stays safe.</li>
    </ul>
    <h2>Who sees it</h2>
    <ul>
      <li>
        {child}, you and other guardians, an advisor (a teacher) where one is assigned, and the
        people who run this site. Whoever reads something is listed for you.
      </li>
      <li>
        Nobody else, unless you allow it below. Nothing is sold, and there is no advertising. No
        other company gets anything; if you allow the tutor, and this site has set up a language
        model for it, what {child} asks is sent there to be answered.
      </li>
    </ul>
    <h2>What you can decide</h2>
    <ul>
      <li>
        You can say no: do nothing, and the account, with your address, is deleted within seven
        days. This request can be answered until {dateOf(until)}.
      </li>
      <li>
        You can allow the account alone. {child} misses nothing that is needed for learning here.
      </li>
      <li>
        You can see all of it, export it, and withdraw, each part by itself, at any time. What you
        withdraw ends at once; without the account, everything is deleted after thirty days.
      </li>
    </ul>
    <p>
      All of it is in our <Link to={paths.privacy}>privacy policy</Link>, version {version}.
    </p>
  </div>
)
