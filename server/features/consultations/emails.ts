import { findSettings } from '#features/site'
import type { Db } from '#platform/database'
import type { Parts } from '#platform/http'
import type { Email } from '#platform/mail'
import { HOLD_MINUTES } from '#rules/consultations'
import { defuseLinks } from '#rules/text/single-line'

import { consultationUrl } from './link.ts'
import type { StoredConsultation } from './queries.ts'
import { writeAppointment } from './write-appointment.ts'

type Deps = Pick<Parts, 'config' | 'mail' | 'secret'>

/** Sends an email with the date, the teacher, and further details. */
const send = async (
  parts: Deps,
  db: Db,
  booked: StoredConsultation,
  letter: Pick<Email, 'subject' | 'heading' | 'paragraphs' | 'note'> & {
    label: string
    appointment?: 'REQUEST' | 'CANCEL'
  },
): Promise<void> => {
  const { label, appointment, ...said } = letter
  const { site_name: siteName } = await findSettings({ ...parts, db })
  const url = consultationUrl(parts, booked.id)
  await parts.mail.send(db, {
    ...said,
    to: booked.email,
    about: booked.id,
    siteName,
    paragraphs: [`Hello ${defuseLinks(booked.name)},`, ...said.paragraphs],
    action: { label, url },
    ...(appointment
      ? {
          appointment: {
            method: appointment,
            ics: writeAppointment(appointment, booked, { url, from: parts.config.MAIL_FROM }),
          },
        }
      : {}),
  })
}

export const sendHoldEmail = (parts: Deps, db: Db, booked: StoredConsultation) =>
  send(parts, db, booked, {
    subject: 'Please confirm your consultation',
    heading: 'Please confirm your consultation',
    paragraphs: [
      `You have chosen ${whenOf(booked)} with ${hostOf(booked)}. We’ll hold this time for ${HOLD_MINUTES} minutes: please confirm it before then.`,
    ],
    label: 'See and confirm',
    note: 'If you didn’t ask for this, you don’t need to do anything. The time will be released and we won’t email you again.',
  })

export const sendConfirmedEmail = (
  parts: Deps,
  db: Db,
  booked: StoredConsultation,
  isMoved: boolean,
) =>
  send(parts, db, booked, {
    subject: isMoved ? 'Your consultation has a new time' : 'Your consultation is booked',
    heading: isMoved ? 'Your consultation has a new time' : 'Your consultation is booked',
    paragraphs: [
      `${hostOf(booked)} expects you on ${whenOf(booked)}, for half an hour.`,
      `The video call: ${booked.host?.video_url ?? ''}`,
    ],
    label: 'Move or cancel',
    note: 'Keep this email: anyone with the link can move or cancel the consultation.',
    appointment: 'REQUEST',
  })

export const sendCancelledEmail = (parts: Deps, db: Db, booked: StoredConsultation) =>
  send(parts, db, booked, {
    subject: 'Your consultation is cancelled',
    heading: 'Your consultation is cancelled',
    paragraphs:
      booked.who_cancelled === 'host'
        ? [
            `${hostOf(booked)} cannot keep the appointment on ${whenOf(booked)}${booked.cancelled_because ? ', and writes:' : '.'}`,
            ...(booked.cancelled_because ? [defuseLinks(booked.cancelled_because)] : []),
            'We are sorry. You can choose another time whenever you like.',
          ]
        : [
            `You have cancelled the consultation on ${whenOf(booked)}. You can book another whenever you like.`,
          ],
    label: 'See what was booked',
    appointment: 'CANCEL',
  })

export const sendReminderEmail = (parts: Deps, db: Db, booked: StoredConsultation) =>
  send(parts, db, booked, {
    subject: `Reminder: your consultation with ${hostOf(booked)}`,
    heading: 'Your consultation is soon',
    paragraphs: [
      `${hostOf(booked)} expects you on ${whenOf(booked)}.`,
      `The video call: ${booked.host?.video_url ?? ''}`,
    ],
    label: 'Move or cancel',
  })

export const sendPlanEmail = (parts: Deps, db: Db, booked: StoredConsultation) =>
  send(parts, db, booked, {
    subject: `${hostOf(booked)} suggests some first quests`,
    heading: 'Suggested first quests',
    paragraphs: [
      `${hostOf(booked)} suggests these quests after your conversation:`,
      ...booked.first_plan.map(({ title }) => defuseLinks(title)),
      'They are added to the plan once the learner has an account and a teacher.',
    ],
    label: 'See the suggestion',
  })

const hostOf = ({ host }: StoredConsultation): string => defuseLinks(host?.name ?? 'Your teacher')

/** "Monday, 23 November 2026 at 10:00 (Europe/Berlin)", in the family's time zone. */
const whenOf = ({ starts_at, time_zone }: StoredConsultation): string => {
  const words = new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: time_zone,
  })
  return `${words.format(new Date(starts_at))} (${time_zone})`
}
