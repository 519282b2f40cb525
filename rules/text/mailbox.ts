/**
 * The mailbox behind an address, for telling two spellings of one address: case, dots before the @ and what follows a
 * plus do not count. Never a place to send mail to. The database has the same rule as `mailbox_of`.
 */
export const mailboxOf = (address: string): string => {
  const [local = '', domain = ''] = address.trim().toLowerCase().split('@')
  return `${local.replace(/\+.*$/, '').replaceAll('.', '')}@${domain === 'googlemail.com' ? 'gmail.com' : domain}`
}
