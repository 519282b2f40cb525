import type { ConsentMethod, ConsentScope, ConsentState } from '#rules/consent'

/** Name and meaning of each consent scope. */
export const SCOPE_WORDS: Record<
  ConsentScope,
  { title: string; means: (child: string) => string }
> = {
  use: {
    title: 'Using the account',
    means: (child) =>
      `${child} can work on quests and hand in work, which guardians and an advisor can read. Everything else depends on this.`,
  },
  publishing: {
    title: 'Publishing chosen work',
    means: (child) =>
      `${child} can show selected work on a portfolio page, with first name and initial, and share the transcript and the calendar with a link.`,
  },
  connections_and_messages: {
    title: 'Connections and messages',
    means: (child) =>
      `${child} can connect with other people on this site and exchange messages with them, which guardians can read.`,
  },
  tutor: {
    title: 'The tutor',
    means: (child) => `${child} can ask the tutor questions. Guardians can read the conversations.`,
  },
}

export const METHOD_WORDS: Record<ConsentMethod, string> = {
  mailed_code: 'by an emailed link and code',
  signed_in: 'with an account',
  mailed_link: 'by a link in an email',
  signed_form: 'by a signed form',
  call: 'in a call',
}

export const STATE_WORDS: Record<
  ConsentState,
  { label: string; tone: 'neutral' | 'success' | 'warning' | 'danger' }
> = {
  open: { label: 'Not allowed', tone: 'neutral' },
  unproven: { label: 'Signature or call missing', tone: 'warning' },
  given: { label: 'Allowed', tone: 'success' },
  paused: { label: 'Paused until you agree again', tone: 'warning' },
  withdrawn: { label: 'Withdrawn', tone: 'danger' },
}

/** Consequences of withdrawing each scope. */
export const CONSEQUENCES: Record<ConsentScope, (child: string) => string> = {
  use: (child) =>
    `${child}’s account closes for everyone, including ${child}. Everything in it is deleted after thirty days unless you agree again. Until then you can download a copy.`,
  publishing: (child) =>
    `${child}’s public page, shared links and public verification codes stop working.`,
  connections_and_messages: (child) =>
    `${child} can no longer connect with others or write to them.`,
  tutor: (child) => `${child} can no longer ask the tutor.`,
}
