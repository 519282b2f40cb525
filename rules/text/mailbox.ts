/**
 * Canonical mailbox of an address, for detecting duplicates: ignores case, dots before the @ and plus suffixes. Never send mail
 * to it. The database function `mailbox_of` implements the same rule.
 */
export const mailboxOf = (address: string): string => {
  const [local = '', domain = ''] = address.trim().toLowerCase().split('@')
  return `${local.replace(/\+.*$/, '').replaceAll('.', '')}@${domain === 'googlemail.com' ? 'gmail.com' : domain}`
}
