import Copy from 'lucide-react/icons/copy'
import { type FormEvent, useState } from 'react'

import type { PortfolioLink } from '#contract/portfolio'
import { Alert } from '#ui/alert'
import { Button } from '#ui/button'
import { Card } from '#ui/card'
import { Select } from '#ui/select'
import { TextField } from '#ui/text-field'
import { toast } from '#ui/toasts'
import { VisuallyHidden } from '#ui/visually-hidden'
import { ApiError, messageOf } from '#web/api'
import { ago, dateOf } from '#web/dates'

import { useAddLink, useEndLink } from './queries.ts'

type LinksProps = { links: readonly PortfolioLink[]; isBlocked: boolean }

/** Private links: each has an end, says how often it was opened, and can be ended at once. */
export const Links = ({ links, isBlocked }: LinksProps) => (
  <Card aria-labelledby="links" className="space-y-5">
    <div>
      <h2 id="links" className="text-xl">
        Private links
      </h2>
      <p className="mt-2 text-muted">
        A link shows what is marked “Anyone with a link” and “Everyone”, even while your page is not
        public. It ends by itself.
      </p>
    </div>
    {links.length > 0 ? (
      <ul className="divide-y divide-line border-y border-line">
        {links.map((link) => (
          <OpenLink key={link.id} link={link} />
        ))}
      </ul>
    ) : null}
    {isBlocked ? null : <NewLink />}
  </Card>
)

const opened = ({ views, last_viewed_at }: PortfolioLink, now: number) => {
  if (views === 0 || last_viewed_at === null) return 'not opened yet'
  return `opened ${views === 1 ? 'once' : `${views} times`}, last ${ago(last_viewed_at, now)}`
}

const OpenLink = ({ link }: { link: PortfolioLink }) => {
  const end = useEndLink()
  const [now] = useState(() => Date.now())
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link.url)
      toast.success('Link copied')
    } catch {
      toast.error('The link could not be copied. Please copy it by hand.')
    }
  }
  return (
    <li className="space-y-2 py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="font-semibold [overflow-wrap:anywhere]">{link.label}</p>
          <p className="text-sm text-muted">
            Until {dateOf(link.expires_at)}, {opened(link, now)}
          </p>
        </div>
        <div className="flex gap-2">
          <Button
            variant="secondary"
            size="small"
            icon={<Copy aria-hidden size={16} />}
            onClick={() => void copy()}
          >
            Copy <VisuallyHidden>the link for {link.label}</VisuallyHidden>
          </Button>
          <Button
            variant="danger"
            size="small"
            busy={end.isPending}
            onClick={() => end.mutate(link.id)}
          >
            End <VisuallyHidden>the link for {link.label}</VisuallyHidden>
          </Button>
        </div>
      </div>
      <p className="rounded-control bg-sunk px-3 py-2 text-sm [overflow-wrap:anywhere]">
        {link.url}
      </p>
      {end.isError ? (
        <Alert tone="danger" role="alert">
          {messageOf(end.error, 'The link could not be ended. Please try again.')}
        </Alert>
      ) : null}
    </li>
  )
}

const DAYS = [
  { value: '7', label: 'One week' },
  { value: '30', label: 'One month' },
  { value: '90', label: 'Three months' },
  { value: '365', label: 'One year' },
]

const NewLink = () => {
  const add = useAddLink()
  const [label, setLabel] = useState('')
  const [days, setDays] = useState('30')
  // One key for every try of one link.
  const [key, setKey] = useState(() => crypto.randomUUID())
  const fields = add.error instanceof ApiError ? add.error.fields : {}
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate(
      { label, days: Number(days), idempotencyKey: key },
      {
        onSuccess: () => {
          setLabel('')
          toast.success('The link is ready to copy')
        },
        onSettled: () => setKey(crypto.randomUUID()),
      },
    )
  }
  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          id="link-label"
          label="Whom it is for"
          hint="Only you see this"
          error={fields.label}
          value={label}
          maxLength={80}
          autoComplete="off"
          onChange={(event) => setLabel(event.target.value)}
        />
        <Select
          id="link-days"
          label="It works for"
          hint="You can end it earlier"
          error={fields.days}
          value={days}
          options={DAYS}
          onChange={(event) => setDays(event.target.value)}
        />
      </div>
      {add.isError && !fields.label && !fields.days ? (
        <Alert tone="danger" role="alert">
          {messageOf(add.error)}
        </Alert>
      ) : null}
      <Button type="submit" variant="secondary" busy={add.isPending}>
        Make a link
      </Button>
    </form>
  )
}
