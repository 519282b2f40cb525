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
      <p>{child} can now sign in, and confirm their email address with the link we sent to it.</p>
    </Alert>
    <div className="prose">
      <h2>What you can do next</h2>
      <ul>
        <li>
          Register as a parent with <strong>{email}</strong> to see the work, decide who else looks
          after {child}, and change what you allow.
        </li>
        <li>
          Publishing and connections with others also need your signature on a form, or a call with
          us. You will find both there.
        </li>
        <li>Withdraw at any time, using the link in the email we have just sent you.</li>
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
      {child} is under 13, wants to learn here, and gave us {email} as the address of a parent or
      guardian. Until you agree, we use this address only to ask you, and the account stays closed.
    </p>
    <h2>What we collect, and why</h2>
    <ul>
      <li>
        First and last name, email address and date of birth, so that {child} can sign in. We
        collect no phone number, address or location.
      </li>
      <li>
        What {child} writes and uploads for quests, and the experience points and records that
        result, so that {child} can learn and you can see how.
      </li>
      <li>When and on which device someone signs in, to keep the account safe.</li>
    </ul>
    <h2>Who can see it</h2>
    <ul>
      <li>
        {child}, you and other guardians, an advisor (a teacher) if one is assigned, and the people
        who run this site. You can see who has read what.
      </li>
      <li>
        Nobody else, unless you allow it below. We sell nothing and show no advertising. No other
        company gets any data, with one exception: if you allow the tutor, and this site uses a
        language model for it, what {child} asks is sent there to be answered.
      </li>
    </ul>
    <h2>What you can decide</h2>
    <ul>
      <li>
        You can say no: do nothing, and the account and your email address will be deleted within
        seven days. You can answer this request until {dateOf(until)}.
      </li>
      <li>
        You can allow the account only. {child} will not miss anything needed for learning here.
      </li>
      <li>
        You can see everything, export it, and withdraw each permission separately at any time.
        Withdrawing takes effect immediately. If you withdraw the account itself, everything is
        deleted after thirty days.
      </li>
    </ul>
    <p>
      The details are in our <Link to={paths.privacy}>privacy policy</Link>, version {version}.
    </p>
  </div>
)
