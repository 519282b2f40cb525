import { useEffect, useState } from 'react'

import { Button, toast } from '#ui'
import { settings, useSettings } from '#views/site'
import { messageOf, useApiMutation } from '#web/api'
import { applyBrandHue } from '#web/browser'

import { siteSettings } from './queries.ts'

/** Approximate hue of the default brand color. */
const OWN_HUE = 190

const CIRCLE = `linear-gradient(to right, ${Array.from({ length: 13 }, (_, step) => `oklch(0.6 0.1 ${step * 30})`).join(', ')})`

/** Brand hue of buttons, links and selections; the page previews it. */
export const BrandHueForm = () => {
  const { brand_hue: kept } = useSettings()
  const [hue, setHue] = useState(kept)
  const change = useApiMutation(siteSettings.changeColour, { replaces: () => settings.queryKey })
  useEffect(() => {
    applyBrandHue(hue)
    return () => applyBrandHue(kept)
  }, [hue, kept])
  const save = (brand_hue: number | null) => {
    setHue(brand_hue)
    change.mutate(
      { body: { brand_hue } },
      {
        onSuccess: () => toast.success('The colour has been saved'),
        onError: (error) => toast.error(messageOf(error)),
      },
    )
  }
  return (
    <div className="space-y-4">
      <p className="text-sm text-muted">
        For buttons, links and selected items. You can choose only the hue; lightness and saturation
        are fixed so that everything stays readable in both the light and the dark theme.
      </p>
      <label htmlFor="site-hue" className="block font-semibold">
        Hue
      </label>
      <input
        id="site-hue"
        type="range"
        min={0}
        max={359}
        value={hue ?? OWN_HUE}
        onChange={({ target }) => setHue(Number(target.value))}
        className="h-11 w-full max-w-form accent-brand"
      />
      <div
        aria-hidden="true"
        className="h-2 w-full max-w-form rounded-full"
        style={{ background: CIRCLE }}
      />
      <div className="flex flex-wrap gap-3">
        <Button busy={change.isPending} disabled={hue === kept} onClick={() => save(hue)}>
          Save the colour
        </Button>
        {kept === null && hue === null ? null : (
          <Button variant="quiet" disabled={change.isPending} onClick={() => save(null)}>
            Lodestar’s own colour
          </Button>
        )}
      </div>
    </div>
  )
}
