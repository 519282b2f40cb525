import { email } from '#contract/fields'

/** Longest list that is sent at once, well below the hourly limit. */
export const MAX_INVITEES = 100

type Invitee = { email: string; first_name?: string; last_name?: string }

const address = email('')
const NAMED = /^(?<name>[^<>]*)<(?<address>[^<>]+)>$/

/**
 * Reads pasted recipients: one per line, or separated by commas or semicolons, each an address or `First Last <address>`. Repeated
 * addresses count once.
 * @returns `malformed`: entries without a valid address, as typed
 */
export const readInvitees = (text: string): { invitees: Invitee[]; malformed: string[] } => {
  const invitees = new Map<string, Invitee>()
  const malformed: string[] = []
  for (const entry of text.split(/[\n,;]/).map((part) => part.trim())) {
    if (entry === '') continue
    const named = NAMED.exec(entry)?.groups
    const { success, data } = address.safeParse(named?.address ?? entry)
    if (success) invitees.set(data, { email: data, ...namesIn(named?.name) })
    else malformed.push(entry)
  }
  return { invitees: [...invitees.values()], malformed }
}

const namesIn = (name = '') => {
  const [first_name = '', ...rest] = name.replaceAll('"', '').trim().split(/\s+/)
  return {
    ...(first_name ? { first_name } : {}),
    ...(rest[0] ? { last_name: rest.join(' ') } : {}),
  }
}
