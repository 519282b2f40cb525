// States of a connection request: the recipient decides, and for a child under 13 on either side, so does a guardian.

/** Decisions on a request so far. */
export type RequestState = {
  /** `child`: under 13. */
  sender: 'child' | 'older'
  recipient: 'child' | 'older'
  isAllowedForSender: boolean
  isAllowedForRecipient: boolean
  isAccepted: boolean
  isDeclined: boolean
  isCancelled: boolean
}

/**
 * Next decision on a request:
 * - `sender_guardian`: not visible to the other side yet.
 * - `recipient`: accepts or declines.
 * - `recipient_guardian`: the child accepted.
 * - `connected`: complete.
 * - `closed`: declined or canceled.
 */
export type RequestStep =
  | 'sender_guardian'
  | 'recipient'
  | 'recipient_guardian'
  | 'connected'
  | 'closed'

export const stepOf = (state: RequestState): RequestStep => {
  if (state.isCancelled) return 'closed'
  // Declined requests as well: otherwise sender and guardian could tell.
  if (state.sender === 'child' && !state.isAllowedForSender) return 'sender_guardian'
  if (state.isDeclined) return 'closed'
  if (!state.isAccepted) return 'recipient'
  if (state.recipient === 'child' && !state.isAllowedForRecipient) return 'recipient_guardian'
  return 'connected'
}

/** Days until a request expires. The sender sees it for that long, whatever the recipient decides. */
export const REQUEST_DAYS = 30

/** Days after declining in which the same person cannot ask again. The sender is not notified. */
export const COOLDOWN_DAYS = 90

/** Items that people can choose to show their friends. */
export const SHOWN_TO_FRIENDS = ['level', 'quests_begun', 'quests_finished', 'badges'] as const
export type ShownToFriends = (typeof SHOWN_TO_FRIENDS)[number]

export const PERSON_REPORT_REASONS = [
  'unkind',
  'asks_for_private_things',
  'pretends_to_be_somebody',
  'something_else',
] as const
export type PersonReportReason = (typeof PERSON_REPORT_REASONS)[number]

/** Maximum size of a quest group of friends. */
export const GROUP_SIZE = 12
