import type { SiteSettings } from '#contract/site'
import { SiteSettingsChange } from '#contract/site-settings'
import { Button } from '#ui/button'
import { FormErrorSummary } from '#ui/form-error-summary'
import { Textarea, TextField } from '#ui/text-field'
import { toast } from '#ui/toasts'
import { settings as kept } from '#views/site'
import { messageOf, useChange } from '#web/api'
import { useAppForm } from '#web/form'

import { siteSettings } from './queries.ts'

/** Mails, documents and pages call the site so; where people write to stands at the foot of each page. */
export const NameForm = ({ settings }: { settings: SiteSettings }) => {
  const change = useChange(siteSettings.changeSettings, { replaces: () => kept.queryKey })
  const { submit, field, summary, sending } = useAppForm({
    schema: SiteSettingsChange,
    idPrefix: 'settings-',
    defaultValues: {
      site_name: settings.site_name,
      support_email: settings.support_email,
      postal_address: settings.postal_address ?? '',
    },
    labels: {
      site_name: 'Name of the site',
      support_email: 'Support address',
      postal_address: 'Postal address',
    },
    save: async (body) => {
      await change.mutateAsync({ body })
      toast.success('The settings are saved')
    },
    explain: (error) => messageOf(error),
  })
  return (
    <form noValidate onSubmit={submit} className="space-y-5">
      <FormErrorSummary {...summary} />
      <TextField
        {...field('site_name')}
        hint="In the top bar, in every email, and on every record issued from now on."
      />
      <TextField
        {...field('support_email')}
        type="email"
        inputMode="email"
        hint="At the foot of every page. Everybody can read it."
      />
      <Textarea
        {...field('postal_address')}
        rows={3}
        optional
        hint="On transcripts that are issued from now on, with a telephone number if you like."
      />
      <Button type="submit" {...sending}>
        Save
      </Button>
    </form>
  )
}
