// What becomes of a request to connect: the recipient decides, and for a child under 13 on either side a guardian as well.

/** What has been said about a request so far. */
export type RequestState = {
  /** Under 13. */
  sender: 'child' | 'older'
  recipient: 'child' | 'older'
  isAllowedForSender: boolean
  isAllowedForRecipient: boolean
  isAccepted: boolean
  isDeclined: boolean
  isCancelled: boolean
}

/**
 * Whose turn it is:
 * - `sender_guardian`: nobody on the other side sees it yet.
 * - `recipient`: to accept or to decline.
 * - `recipient_guardian`: the child has accepted.
 * - `connected`: nothing is missing.
 * - `closed`: declined or cancelled.
 */
export type RequestStep =
  | 'sender_guardian'
  | 'recipient'
  | 'recipient_guardian'
  | 'connected'
  | 'closed'

export const stepOf = (state: RequestState): RequestStep => {
  if (state.isDeclined || state.isCancelled) return 'closed'
  if (state.sender === 'child' && !state.isAllowedForSender) return 'sender_guardian'
  if (!state.isAccepted) return 'recipient'
  if (state.recipient === 'child' && !state.isAllowedForRecipient) return 'recipient_guardian'
  return 'connected'
}

/** How long a request waits, and stands in the sender's list whatever the recipient has done with it. */
export const REQUEST_DAYS = 30

/** Whoever has declined is left in peace by the same person for this long; the sender is not told. */
export const COOLDOWN_DAYS = 90

/** What people can choose to show their friends. */
export const SHOWN_TO_FRIENDS = ['level', 'quests_begun', 'quests_finished', 'badges'] as const
export type ShownToFriends = (typeof SHOWN_TO_FRIENDS)[number]

export const PERSON_REPORT_REASONS = [
  'unkind',
  'asks_for_private_things',
  'pretends_to_be_somebody',
  'something_else',
] as const
export type PersonReportReason = (typeof PERSON_REPORT_REASONS)[number]

/** The most that a group of friends on a quest can have. */
export const GROUP_SIZE = 12
