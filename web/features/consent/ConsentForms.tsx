import { useApiMutation } from '#web/api'

import { ChoiceForm } from './ChoiceForm.tsx'
import { CodeForm } from './CodeForm.tsx'
import { consent } from './queries.ts'

type Props = { token: string; child: string; sentTo: string; state: 'asked' | 'code_sent' }

/** Both steps of consent: the choice, then the code sent to the guardian's address. */
export const ConsentForms = ({ token, child, sentTo, state }: Props) => {
  const give = useApiMutation(consent.giveConsent)
  const send = (body: Parameters<typeof consent.giveConsent>[0]['body']) =>
    give.mutateAsync({ params: { token }, body })
  return state === 'code_sent' ? (
    <CodeForm sentTo={sentTo} send={send} />
  ) : (
    <ChoiceForm child={child} send={send} />
  )
}
