import type { Verification } from '#contract/credentials'
import { client } from '#web/api'

export const credentials = client('credentials')

/** Result embedded in this page by the server, if it is for the requested code. */
const fromPage = (code: string): Verification | undefined => {
  const block = document.getElementById('page-data')?.textContent
  const page = block ? (JSON.parse(block) as { verification?: Verification }) : undefined
  return page?.verification?.details?.code === code ? page.verification : undefined
}

export const verificationOf = (code: string) => ({
  ...credentials.verifyCode.query({ params: { code } }),
  initialData: () => fromPage(code),
})
