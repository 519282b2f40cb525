import ExternalLink from 'lucide-react/icons/external-link'
import Eye from 'lucide-react/icons/eye'

import { paths } from '#contract/paths'
import type { Portfolio } from '#contract/portfolio'
import { Button, ButtonLink, Card, Checkbox, Chip, lazyPart, toast } from '#ui'
import { messageOf } from '#web/api'

import { pieces } from './labels.ts'
import { useChangePortfolio } from './queries.ts'

// Loaded in parallel with the page, because forms include validation.
const AddressForm = lazyPart(
  () => import('./AddressForm.tsx'),
  'AddressForm',
  'mt-6 h-40 max-w-form',
)

/** Visibility and URL of the public page, with a link to the preview. */
export const Publishing = ({ portfolio }: { portfolio: Portfolio }) => {
  const change = useChangePortfolio()
  const { published, slug } = portfolio
  const shown = portfolio.items.filter(({ audience }) => audience === 'public').length
  const publish = () =>
    change.mutate(
      { body: { published: !published } },
      {
        onSuccess: () => toast.success(published ? 'Taken down' : 'Your portfolio is public'),
        onError: (error) => toast.error(messageOf(error)),
      },
    )
  return (
    <Card aria-labelledby="publishing">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="publishing" className="text-xl">
          Your page
        </h2>
        <Chip tone={published ? 'success' : 'neutral'}>{published ? 'Public' : 'Private'}</Chip>
      </div>
      <p className="mt-2 text-muted">
        {published
          ? `Anyone with the address can see it, with ${pieces(shown)}.`
          : 'Strangers cannot see it.'}{' '}
        Until you are 18, it shows your first name and initial, and search engines do not list it.
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button
          variant={published ? 'secondary' : 'primary'}
          busy={change.isPending}
          disabled={!published && portfolio.blocked_by !== null}
          onClick={publish}
        >
          {published ? 'Take it down' : 'Publish'}
        </Button>
        <ButtonLink
          variant="secondary"
          to={paths.portfolioPreview}
          icon={<Eye aria-hidden size={18} />}
        >
          Preview
        </ButtonLink>
        {published && slug ? (
          <ButtonLink
            variant="secondary"
            to={paths.publicPortfolio(slug)}
            icon={<ExternalLink aria-hidden size={18} />}
          >
            View as a stranger
          </ButtonLink>
        ) : null}
      </div>
      {published && portfolio.may_be_listed ? (
        <div className="mt-5">
          <Checkbox
            id="listed"
            label="Search engines may list my page"
            checked={portfolio.listed}
            disabled={change.isPending}
            onChange={(event) =>
              change.mutate(
                { body: { listed: event.target.checked } },
                { onError: (error) => toast.error(messageOf(error)) },
              )
            }
          />
        </div>
      ) : null}
      {slug ? <AddressForm key={slug} slug={slug} /> : null}
    </Card>
  )
}
