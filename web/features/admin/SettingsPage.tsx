import { useSuspenseQuery } from '@tanstack/react-query'

import { Alert, Button, Checkbox, ChoosePicture, lazyPart, SectionCard, toast } from '#ui'
import { settings, useSettings } from '#views/site'
import { apiUrl, messageOf, useApiMutation } from '#web/api'
import { loaderFor, type PageTexts } from '#web/page'

import { BrandHueForm } from './BrandHueForm.tsx'
import { OffersForm } from './OffersForm.tsx'
import { secondFactor, siteSettings, staffSecondFactor } from './queries.ts'

const NameForm = lazyPart(() => import('./NameForm.tsx'), 'NameForm', 'h-48')

export const handle = { failed: 'The settings could not be loaded' } satisfies PageTexts

export const clientLoader = loaderFor(() => [settings, staffSecondFactor])

/** Name, appearance and staff policies of the site. */
const SettingsPage = () => (
  <div className="space-y-8">
    <SectionCard id="name" title="Name and address" spaced>
      <NameForm settings={useSuspenseQuery(settings).data} />
    </SectionCard>
    <SectionCard id="offers" title="What the school offers" spaced>
      <OffersForm />
    </SectionCard>
    <SectionCard id="logo" title="Logo" spaced>
      <Logo />
    </SectionCard>
    <SectionCard id="colour" title="Colour" spaced>
      <BrandHueForm />
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
        <p>The top bar shows the site’s name beside its star.</p>
      )}
      <p className="text-sm text-muted">
        Shown in the top bar, in both the light and the dark theme. JPEG, PNG, WebP, GIF or AVIF; a
        wide logo works best. SVG is not accepted, because SVG files can contain code.
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
        label="Require one for all staff"
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
          : `${without} of the staff ${without === 1 ? 'has' : 'have'} none yet: ${required ? 'they must set one up before doing anything else.' : 'once it is required, they must set one up before doing anything else.'}`}
      </p>
    </div>
  )
}

export default SettingsPage
