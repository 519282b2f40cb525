import { instantProperty, textProperty, writeIcalendar } from '#platform/icalendar'
import { defuseLinks, inOneLine } from '#rules/text/single-line'

import type { StoredConsultation } from './queries.ts'

/** The UID in teachers' feeds and the family's calendar. */
export const uidOf = (id: string): string => `consultation-${id}@lodestar`

/**
 * Formats a consultation for the family's calendar (RFC 5545, RFC 5546): a stable UID, and a SEQUENCE that increases with each
 * change.
 * @param site.from sender of the emails, as in their From header
 */
export const writeAppointment = (
  method: 'REQUEST' | 'CANCEL',
  booked: StoredConsultation,
  site: { url: string; from: string },
): string => {
  const { id, starts_at, ends_at, sequence, created_at, changed_at, name, email, host } = booked
  const teacher = defuseLinks(host?.name ?? 'Teacher')
  // Like on its page: nobody gets the room before the consultation is confirmed, or once it is cancelled.
  const video = booked.state === 'confirmed' ? (host?.video_url ?? '') : ''
  const attendee = { cn: inOneLine(name), role: 'REQ-PARTICIPANT', partstat: 'ACCEPTED' }
  return writeIcalendar(
    method,
    [],
    [
      [
        'vevent',
        [
          textProperty('uid', uidOf(id)),
          ['sequence', {}, 'integer', sequence],
          instantProperty('dtstamp', changed_at),
          instantProperty('created', created_at),
          instantProperty('last-modified', changed_at),
          instantProperty('dtstart', starts_at),
          instantProperty('dtend', ends_at),
          textProperty('summary', `Consultation with ${teacher}`),
          textProperty(
            'description',
            `${video && `The video call: ${video}\n`}Move or cancel: ${site.url}`,
          ),
          textProperty('location', video),
          textProperty('status', method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED'),
          ['organizer', { cn: teacher }, 'cal-address', `mailto:${addressIn(site.from)}`],
          ['attendee', attendee, 'cal-address', `mailto:${email}`],
        ],
        [],
      ],
    ],
  )
}

const addressIn = (from: string): string => /<([^<>]+)>/.exec(from)?.[1] ?? from
