import { useSuspenseQuery } from '@tanstack/react-query'

import { Alert, Button, Checkbox, ChoosePicture, lazyPart, SectionCard, toast } from '#ui'
import { settings, useSettings } from '#views/site'
import { apiUrl, messageOf, useApiMutation } from '#web/api'
import { loads, type PageWords } from '#web/page'

import { Colour } from './Colour.tsx'
import { secondFactor, siteSettings, staffSecondFactor } from './queries.ts'

const NameForm = lazyPart(() => import('./NameForm.tsx'), 'NameForm', 'h-48')

export const handle = { failed: 'The settings could not be loaded' } satisfies PageWords

export const clientLoader = loads(() => [settings, staffSecondFactor])

/** Name, appearance and staff policies of the site. */
const SettingsPage = () => (
  <div className="space-y-8">
    <SectionCard id="name" title="Name and address" spaced>
      <NameForm settings={useSuspenseQuery(settings).data} />
    </SectionCard>
    <SectionCard id="logo" title="Logo" spaced>
      <Logo />
    </SectionCard>
    <SectionCard id="colour" title="Colour" spaced>
      <Colour />
    </SectionCard>
    <SectionCard id="second-factor" title="Second factor" spaced>
      <SecondFactor />
    </SectionCard>
  </div>
)

const Logo = () => {
  const { logo_url, site_name } = useSettings()
  const replaces = () => settings.queryKey
  const change = useApiMutation(siteSettings.changeLogo, { replaces })
  const remove = useApiMutation(siteSettings.removeLogo, { replaces })
  const error = change.error ?? remove.error
  const send = (file: File) => {
    const form = new FormData()
    form.set('file', file, file.name)
    change.mutate({ form })
  }
  return (
    <div className="space-y-4">
      {logo_url ? (
        <div className="flex flex-wrap gap-4">
          {['light', 'dark'].map((theme) => (
            <div
              key={theme}
              className="rounded-control border border-line bg-surface p-4"
              style={{ colorScheme: theme }}
            >
              <img src={apiUrl(logo_url)} alt={site_name} className="h-8 w-auto max-w-40" />
            </div>
          ))}
        </div>
      ) : (
        <p>The site’s name is in the top bar, beside its star.</p>
      )}
      <p className="text-sm text-muted">
        It appears in the top bar, by day and by night. JPEG, PNG, WebP, GIF or AVIF; wide and low
        works best. SVG is not accepted: such a drawing can contain a program.
      </p>
      {error ? (
        <Alert tone="danger" role="alert">
          {messageOf(error)}
        </Alert>
      ) : null}
      <div className="flex flex-wrap items-center gap-3">
        <ChoosePicture onChoose={send}>
          {logo_url ? 'Choose another logo' : 'Choose a logo'}
        </ChoosePicture>
        {logo_url ? (
          <Button variant="quiet" busy={remove.isPending} onClick={() => remove.mutate(undefined)}>
            Remove the logo
          </Button>
        ) : null}
        {change.isPending ? <span role="status">Sending…</span> : null}
      </div>
    </div>
  )
}

const SecondFactor = () => {
  const {
    data: { required, without },
  } = useSuspenseQuery(staffSecondFactor)
  const change = useApiMutation(secondFactor.requireSecondFactor, {
    replaces: () => staffSecondFactor.queryKey,
  })
  return (
    <div className="space-y-3">
      <Checkbox
        id="second-factor-required"
        label="Everybody who works here must have one"
        checked={change.isPending ? change.variables.body.required : required}
        disabled={change.isPending}
        onChange={(event) =>
          change.mutate(
            { body: { required: event.target.checked } },
            { onError: (error) => toast.error(messageOf(error)) },
          )
        }
      />
      <p className="text-sm text-muted">
        An app with codes, or a passkey, in addition to the password.{' '}
        {without === 0
          ? 'All staff have one.'
          : `${without} of the staff ${without === 1 ? 'has' : 'have'} none yet: ${required ? 'they set one up before anything else.' : 'once it is asked for, they set one up before anything else.'}`}
      </p>
    </div>
  )
}

export default SettingsPage
