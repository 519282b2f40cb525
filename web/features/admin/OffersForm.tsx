import { type Offer, OFFERS } from '#rules/offers'
import { Checkbox, toast } from '#ui'
import { settings, useSettings } from '#views/site'
import { messageOf, useApiMutation } from '#web/api'

import { siteSettings } from './queries.ts'

const LABELS = {
  consultations: {
    label: 'Free consultations',
    hint: 'Families can book 30 minutes by video with a teacher who has set hours, without an account.',
  },
  licensed_teachers: {
    label: 'Licensed teachers',
    hint: 'Public pages say that the teachers are licensed. Record their licenses under People.',
  },
  accredited_diploma: {
    label: 'An accredited diploma',
    hint: 'Academy learners can be issued a diploma. Name your accreditor in the academy’s handbook and agreement.',
  },
} satisfies Record<Offer, { label: string; hint: string }>

/** Promises that public pages make in the school's name. Each is saved at once. */
export const OffersForm = () => {
  const { offers: stored } = useSettings()
  const change = useApiMutation(siteSettings.changeOffers, { replaces: () => settings.queryKey })
  const offers = change.isPending ? change.variables.body.offers : stored
  const save = (offer: Offer, isOffered: boolean) =>
    change.mutate(
      {
        body: {
          offers: OFFERS.filter((each) => (each === offer ? isOffered : offers.includes(each))),
        },
      },
      { onError: (error) => toast.error(messageOf(error)) },
    )
  return (
    <div className="space-y-3">
      <p className="text-muted">The landing page, the questions on it and the handbook follow.</p>
      {OFFERS.map((offer) => (
        <Checkbox
          key={offer}
          id={`offers-${offer}`}
          label={
            <>
              {LABELS[offer].label}
              <span className="block text-sm text-muted">{LABELS[offer].hint}</span>
            </>
          }
          checked={offers.includes(offer)}
          disabled={change.isPending}
          onChange={(event) => save(offer, event.target.checked)}
        />
      ))}
    </div>
  )
}
