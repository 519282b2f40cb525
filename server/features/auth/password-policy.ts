import { dictionary } from '@zxcvbn-ts/language-common'

import { invalid } from '#platform/http'

// Sorted by frequency in leaks.
const COMMON_PASSWORDS = new Set(dictionary['passwords-common'].slice(0, 3000))

// Strips the characters people add to satisfy password rules: "Password123!".
const bareOf = (text: string) => text.toLowerCase().replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, '')
const lettersOf = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '')

/** Refuses the passwords that attackers try first. */
export const rejectGuessablePassword = (password: string, siteName: string): void => {
  const isCommon =
    COMMON_PASSWORDS.has(password.toLowerCase()) || COMMON_PASSWORDS.has(bareOf(password))
  if (isCommon || lettersOf(password) === lettersOf(siteName)) {
    const message = 'This password is too easy to guess.'
    throw invalid(message, { password: message })
  }
}
