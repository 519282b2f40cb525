import { paths } from '#contract/paths'
import type { EmailRecipient } from '#features/site'
import type { Email } from '#platform/mail'
import { type ConsentMethod, type ConsentScope, isDisclosing } from '#rules/consent'
import { defuseLinks } from '#rules/text/single-line'

const SCOPE_NAMES: Record<ConsentScope, string> = {
  use: 'using the account',
  publishing: 'publishing chosen work',
  connections_and_messages: 'connections and messages',
  tutor: 'asking the tutor',
}

const METHOD_NAMES: Record<ConsentMethod, string> = {
  mailed_code: 'by an emailed link and code',
  signed_in: 'with an account',
  mailed_link: 'by a link in an email',
  signed_form: 'by a signed form',
  call: 'in a call',
}

const listed = (scopes: readonly ConsentScope[]) =>
  new Intl.ListFormat('en').format(scopes.map((scope) => SCOPE_NAMES[scope]))

const dayOf = (time: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(time))

export const consentCodeEmail = (to: EmailRecipient, childName: string, code: string): Email => ({
  to: to.email,
  siteName: to.siteName,
  // Without the code, because locked phones show subjects.
  subject: 'Your confirmation code',
  heading: `Confirm your consent for ${defuseLinks(childName)}`,
  paragraphs: [`Your code is ${code}. Enter it on the page where you gave your consent.`],
  note: 'The code works for one hour. If you did not give consent, do not pass it on.',
})

/** To a child who turned 13 while a guardian's consent was pending. */
export const accountOpenedEmail = (to: EmailRecipient): Email => ({
  to: to.email,
  siteName: to.siteName,
  subject: `Your account on ${to.siteName} is open`,
  heading: `Happy birthday, ${defuseLinks(to.firstName)}`,
  paragraphs: [
    'Now that you’re thirteen, you don’t need anyone’s consent to use your account. It’s open, and we’ve cancelled the request to your guardian.',
  ],
  action: { label: 'Sign in', url: `${to.publicUrl}${paths.login}` },
})

type ConsentDetails = {
  guardian: { name: string }
  scopes: readonly ConsentScope[]
  method: ConsentMethod
  /** Scopes in effect after the change. */
  stands: ReadonlySet<ConsentScope>
  /** True if the recipient is the guardian who answered. */
  isOwn: boolean
  withdrawalUrl: string
  deletionDue: string | null
}

export const consentGivenEmail = (
  to: EmailRecipient,
  childName: string,
  told: ConsentDetails,
): Email => {
  const { scopes, stands } = told
  const who = told.isOwn ? 'You have' : `${defuseLinks(told.guardian.name)} has`
  const missing = scopes.filter((scope) => !stands.has(scope))
  const unproven = missing.filter(isDisclosing)
  return {
    to: to.email,
    siteName: to.siteName,
    subject: `${who} agreed for ${defuseLinks(childName)} on ${to.siteName}`,
    heading: `${who} agreed for ${defuseLinks(childName)}`,
    paragraphs: [
      `${who} agreed ${METHOD_NAMES[told.method]} to: ${listed(scopes)}.`,
      ...(unproven.length > 0
        ? [
            `Not open yet: ${listed(unproven)}. Anything that shows a child’s data to others also needs a signed form or a call, and no objection from any guardian. You’ll find both in the family dashboard.`,
          ]
        : []),
      ...(missing.includes('use')
        ? ['The account stays closed, because another guardian has withdrawn their consent.']
        : []),
      'We collect your child’s name, email address, date of birth and the work they hand in. We use it only for learning on this site, and never sell it or use it for advertising.',
      'You can withdraw all or part of your consent at any time, with or without an account:',
    ],
    action: { label: 'See or withdraw', url: told.withdrawalUrl },
    note: 'Keep this email: the link will keep working. If this wasn’t you, withdraw the consent and write to us.',
  }
}

export const consentWithdrawnEmail = (
  to: EmailRecipient,
  childName: string,
  told: ConsentDetails,
): Email => {
  const who = told.isOwn ? 'You have' : `${defuseLinks(told.guardian.name)} has`
  const stopped = told.deletionDue
  return {
    to: to.email,
    siteName: to.siteName,
    subject: `${who} withdrawn consent for ${defuseLinks(childName)} on ${to.siteName}`,
    heading: `${who} withdrawn consent for ${defuseLinks(childName)}`,
    paragraphs: [
      `${who} withdrawn: ${listed(told.scopes)}. This took effect immediately, and anything it had allowed to be published has been removed.`,
      ...(stopped
        ? [
            `The account is closed. On ${dayOf(stopped)} it will be erased with everything in it. Until then a guardian can export all of it from the family dashboard, or agree again there.`,
          ]
        : []),
      ...(told.isOwn
        ? []
        : [
            'Anything a guardian has withdrawn stays closed until that guardian agrees again, even if the others agree. Please talk to each other.',
          ]),
    ],
    action: { label: 'Open the family dashboard', url: `${to.publicUrl}${paths.parentDashboard}` },
  }
}

export const formRefusedEmail = (
  to: EmailRecipient,
  child: { id: string; firstName: string },
  reason: string,
): Email => ({
  to: to.email,
  siteName: to.siteName,
  subject: `Your signed form for ${defuseLinks(child.firstName)} needs another look`,
  heading: 'The signed form could not be confirmed',
  paragraphs: [
    `We have checked the form you signed for ${defuseLinks(child.firstName)}. What’s missing: ${defuseLinks(reason)}`,
    'You can create a new form in the family dashboard, or arrange a call with us instead.',
  ],
  action: {
    label: 'Open the family dashboard',
    url: `${to.publicUrl}${paths.child(child.id)}`,
  },
})

/** @param until ISO time after which disclosures pause */
export const policyEmail = (
  to: EmailRecipient,
  childName: string,
  { until, withdrawalUrl }: { until: string; withdrawalUrl: string },
): Email => ({
  to: to.email,
  siteName: to.siteName,
  subject: `Our privacy policy has changed: please agree again for ${defuseLinks(childName)}`,
  heading: 'Our privacy policy has changed',
  paragraphs: [
    `You agreed to an earlier version for ${defuseLinks(childName)}. What has changed matters, so we ask you again: read it at ${to.publicUrl}${paths.privacy} and agree in the family dashboard.`,
    `The account stays open. What you allowed to be shown to others pauses on ${dayOf(until)} unless you agree to the new version.`,
    `If you would rather withdraw: ${withdrawalUrl}`,
  ],
  action: { label: 'Open the family dashboard', url: `${to.publicUrl}${paths.parentDashboard}` },
})
