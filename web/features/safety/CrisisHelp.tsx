import { keepPreviousData, useQuery } from '@tanstack/react-query'
import Phone from 'lucide-react/icons/phone'
import { useId, useState } from 'react'

import type { CrisisHelp as Help } from '#contract/safety'
import type { Crisis } from '#rules/safety'
import { QueryView, Select } from '#ui'

import { safety } from './queries.ts'

/** Crisis contacts for the reader's country, those for the crisis first. */
export const CrisisHelp = ({ about }: { about?: Crisis | undefined }) => {
  const [country, setCountry] = useState<string>()
  const query = useQuery({
    ...safety.crisisHelp.query({
      query: { ...(country ? { country } : {}), ...(about ? { about } : {}) },
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <section
      aria-label="People who help"
      className="rounded-card border-2 border-brand bg-brand-soft p-4 text-ink sm:p-5"
    >
      <h3 className="text-lg">People who help, now</h3>
      <QueryView
        query={query}
        what="the telephone numbers"
        skeleton="mt-3 h-40"
        failed="The numbers could not be loaded. Tell a grown-up near you, or call your emergency number"
      >
        {(help) => <Lines help={help} choose={setCountry} />}
      </QueryView>
    </section>
  )
}

const Lines = ({ help, choose }: { help: Help; choose: (country: string) => void }) => {
  const id = useId()
  return (
    <>
      <ul className="mt-2 divide-y divide-line">
        {help.lines.map(({ name, reach, phone, url, about, hours }) => (
          <li key={name} className="flex items-start gap-3 py-3">
            <Phone aria-hidden size={20} className="mt-1 shrink-0 text-brand" />
            <div className="min-w-0">
              <p className="font-semibold">
                {url ? (
                  <a href={url} rel="noreferrer" target="_blank" className="link">
                    {name}
                  </a>
                ) : (
                  name
                )}
              </p>
              <p>
                {phone ? (
                  <a
                    href={`tel:${phone}`}
                    className="link inline-flex min-h-6 min-w-6 items-center text-lg font-semibold tabular-nums"
                  >
                    {reach}
                  </a>
                ) : (
                  <span className="text-lg font-semibold">{reach}</span>
                )}
              </p>
              <p className="text-sm text-muted">{about}</p>
              {hours ? <p className="text-sm font-semibold">{hours}</p> : null}
            </div>
          </li>
        ))}
      </ul>
      {help.emergency ? (
        <p className="mt-1 font-semibold">
          In danger right now: call{' '}
          <a href={`tel:${help.emergency}`} className="link">
            {help.emergency}
          </a>
          .
        </p>
      ) : null}
      <div className="mt-4 max-w-form">
        <Select
          id={`${id}-country`}
          label="Country"
          options={help.countries.map(({ code, name }) => ({ value: code, label: name }))}
          placeholder="Another country"
          value={help.country ?? ''}
          onChange={(event) => choose(event.target.value || 'ZZ')}
        />
      </div>
    </>
  )
}
