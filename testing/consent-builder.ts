import { randomUUID } from 'node:crypto'

import type { Email } from 'postal-mime'

import { auth } from '#contract/auth'
import { consent } from '#contract/consent'
import type { ConsentScope } from '#rules/consent'

import { linkIn, type MailSink, tokenIn } from './mail-sink.ts'
import { type Person, registration, type TestApp } from './start-app.ts'

export const consentToken = (mail: Email): string => tokenIn(linkIn(mail, /\/consent\//))

/** A registered ten-year-old, and the token of the link sent to the guardian. */
export const registerWaitingChild = async (app: TestApp, sink: MailSink, more: object = {}) => {
  const guardian = `${randomUUID()}@example.org`
  const form = {
    ...registration(),
    first_name: 'Noah',
    date_of_birth: app.birthdayAt(10),
    parent_email: guardian.toUpperCase(),
    ...more,
  }
  const { user } = await app.anyone.call(auth).register({ body: form })
  const token = consentToken(await sink.take(guardian))
  return {
    user: { ...user, email: form.email },
    guardian,
    token,
    child: await app.signIn(form.email),
  }
}

/** An adult with a verified account. */
export const verifiedParent = (app: TestApp, firstName = 'Ingrid'): Promise<Person> =>
  app.person({ role: 'parent', firstName, dateOfBirth: '1985-04-02' })

/** A ten-year-old who registered and verified their address, with a parent's consent by emailed link and code. */
export const consentedChild = async (
  app: TestApp,
  sink: MailSink,
  parent: Pick<Person, 'email'>,
  scopes: ConsentScope[] = ['use'],
): Promise<Person> => {
  const form = {
    ...registration(),
    first_name: 'Noah',
    date_of_birth: app.birthdayAt(10),
    parent_email: parent.email,
  }
  await app.anyone.call(auth).register({ body: form })
  const verify = tokenIn(linkIn(await sink.take(form.email), /verify-email/))
  await app.anyone.call(auth).verifyEmail({ body: { token: verify } })
  await agreeByMail(app, sink, parent, scopes)
  return app.signIn(form.email)
}

/** Opens a parent's latest request, consents, and confirms with the emailed code. */
export const agreeByMail = async (
  app: TestApp,
  sink: MailSink,
  { email }: Pick<Person, 'email'>,
  scopes: ConsentScope[],
): Promise<void> => {
  const params = {
    token: consentToken(await sink.take(email, /would like to use|consent is needed/)),
  }
  const give = app.anyone.call(consent).giveConsent
  await give({ params, body: { guardian_name: 'Ingrid Lindqvist', scopes } })
  const { text = '' } = await sink.take(email, /confirmation code/)
  await give({ params, body: { code: /code is (\d{6})/.exec(text)?.[1] ?? '' } })
}
