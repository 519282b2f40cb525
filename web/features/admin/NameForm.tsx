import type { SiteSettings } from '#contract/site'
import { SiteSettingsChange } from '#contract/site-settings'
import { Textarea, TextField } from '#ui'
import { settings as kept } from '#views/site'
import { useApiMutation } from '#web/api'
import { ChangeForm, useAppForm } from '#web/form'

import { siteSettings } from './queries.ts'

/** Name of the site in emails, documents and pages, and the contact address in the footer. */
export const NameForm = ({ settings }: { settings: SiteSettings }) => {
  const change = useApiMutation(siteSettings.changeSettings, { replaces: () => kept.queryKey })
  const { field, frame } = useAppForm({
    schema: SiteSettingsChange,
    idPrefix: 'settings-',
    defaultValues: {
      site_name: settings.site_name,
      support_email: settings.support_email,
      postal_address: settings.postal_address ?? '',
    },
    labels: {
      site_name: 'Name of the site',
      support_email: 'Support email address',
      postal_address: 'Postal address',
    },
    save: (body) => change.mutateAsync({ body }),
    saved: 'The settings have been saved',
  })
  return (
    <ChangeForm {...frame} action="Save">
      <TextField
        {...field('site_name')}
        hint="Shown in the top bar, in every email, and on every record issued from now on."
      />
      <TextField
        {...field('support_email')}
        type="email"
        inputMode="email"
        hint="Shown at the bottom of every page. Everyone can see it."
      />
      <Textarea
        {...field('postal_address')}
        rows={3}
        optional
        hint="Shown on transcripts issued from now on. You can include a telephone number."
      />
    </ChangeForm>
  )
}
