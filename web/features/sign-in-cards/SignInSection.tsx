import { useQuery } from '@tanstack/react-query'
import Printer from 'lucide-react/icons/printer'
import { useState } from 'react'

import type { NewCard, SignInMeans } from '#contract/sign-in-cards'
import { Button, Dialog, lazyPart, QrCode, SectionCard, toast } from '#ui'
import { messageOf, useApiMutation } from '#web/api'
import { ConfirmButton } from '#web/form'
import { dateOf } from '#web/format'

import { PrintedCard } from './PrintedCard.tsx'
import { signInCards } from './queries.ts'

const AddressForm = lazyPart(() => import('./AddressForm.tsx'), 'AddressForm', 'h-32')

type Props = {
  learner: { id: string; first_name: string }
  /** The reader may add an email address. */
  mayAddAddress?: boolean
}

/** How a learner signs in, and its changes. Nothing for learners with an address who are 13 or older, and for other readers. */
export const SignInSection = ({ learner, mayAddAddress = false }: Props) => {
  const { data } = useQuery({
    ...signInCards.showSignIn.query({ params: { id: learner.id } }),
    retry: false,
  })
  if (!data || (data.has_address && !data.may_have_card)) return null
  return <Means learner={learner} means={data} mayAddAddress={mayAddAddress} />
}

type MeansProps = Required<Props> & { means: SignInMeans }

const Means = ({ learner, means, mayAddAddress }: MeansProps) => {
  const { id, first_name: name } = learner
  const params = { id }
  const make = useApiMutation(signInCards.makeCard)
  const end = useApiMutation(signInCards.revokeCard)
  const link = useApiMutation(signInCards.makePasswordLink)
  const [card, setCard] = useState<NewCard>()
  const [password, setPassword] = useState<{ url: string; sign_in_name: string }>()
  const { card: current } = means
  return (
    <SectionCard id="sign-in" title={`How ${name} signs in`}>
      <ul className="mt-3 space-y-1">
        {means.sign_in_name ? (
          <li>
            Sign-in name <strong>{means.sign_in_name}</strong>
            {means.has_address ? '' : ', no email address'}
          </li>
        ) : null}
        <li>
          {current
            ? `A card, made on ${dateOf(current.created_at)}${current.created_by ? ` by ${current.created_by}` : ''}`
            : 'No sign-in card'}
        </li>
      </ul>
      <div className="mt-4 flex flex-wrap gap-3">
        {means.may_have_card ? (
          <ConfirmButton
            button={{ children: current ? 'Replace the card' : 'Make a card' }}
            title={current ? 'Replace the card?' : 'Make a card?'}
            action="Make and show"
            variant="primary"
            confirm={async () => setCard(await make.mutateAsync({ params }))}
            failed="The card could not be made. Please try again."
          >
            <p>
              Whoever holds the card can sign in as {name}.
              {current
                ? ' The old card ends at once, and so do the sessions that it has opened.'
                : ''}
            </p>
          </ConfirmButton>
        ) : null}
        {current ? (
          <ConfirmButton
            button={{ variant: 'danger', children: 'End the card' }}
            title="End the card?"
            action="End it"
            confirm={() => end.mutateAsync({ params })}
            saved="The card has ended"
            failed="The card could not be ended. Please try again."
          >
            <p>It opens nothing more, and {name} is signed out wherever it was used.</p>
          </ConfirmButton>
        ) : null}
        {means.has_address ? null : (
          <Button
            variant="secondary"
            busy={link.isPending}
            onClick={() =>
              link.mutate(
                { params },
                {
                  onSuccess: setPassword,
                  onError: (error) => toast.error(messageOf(error, 'The link could not be made.')),
                },
              )
            }
          >
            Make a password link
          </Button>
        )}
      </div>
      {mayAddAddress && !means.has_address ? (
        <details className="mt-5">
          <summary className="min-h-6 font-semibold">Add an email address</summary>
          <div className="mt-3">
            <AddressForm learnerId={id} />
          </div>
        </details>
      ) : null}
      <Dialog
        open={card !== undefined}
        title={`${name}’s new card`}
        onClose={() => setCard(undefined)}
        actions={
          <Button icon={<Printer aria-hidden size={18} />} onClick={() => window.print()}>
            Print
          </Button>
        }
      >
        {card ? (
          <>
            <div className="prints-alone">
              <div className="print:h-[62mm] print:w-[92mm]">
                <PrintedCard card={card} />
              </div>
            </div>
            <p className="mt-4">Print it now: the card is shown only this once.</p>
          </>
        ) : null}
      </Dialog>
      <Dialog
        open={password !== undefined}
        title={`A password for ${name}`}
        onClose={() => setPassword(undefined)}
      >
        {password ? (
          <div className="space-y-4">
            <p>
              Let {name} open this on their own device, now or within two weeks. They choose a
              password that nobody else knows, and sign in with the name{' '}
              <strong>{password.sign_in_name}</strong>. The link works once.
            </p>
            <QrCode text={password.url} label="Link to choose a password" className="w-48" />
            <p className="text-sm">{password.url}</p>
          </div>
        ) : null}
      </Dialog>
    </SectionCard>
  )
}
