import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import { useId, useSyncExternalStore } from 'react'

import { type Theme, theme, THEMES } from '#web/browser'

const LOOKS = {
  system: { label: 'System', Icon: Monitor },
  light: { label: 'Light', Icon: Sun },
  dark: { label: 'Dark', Icon: Moon },
} satisfies Record<Theme, unknown>

export const ThemeSwitch = () => {
  const current = useSyncExternalStore(theme.subscribe, theme.current, () => 'system' as Theme)
  const name = useId()
  return (
    <fieldset className="flex items-center gap-3">
      <legend className="visually-hidden">Theme</legend>
      <div className="inline-flex rounded-full border border-line bg-surface p-0.5">
        {THEMES.map((choice) => {
          const { label, Icon } = LOOKS[choice]
          return (
            <label
              key={choice}
              title={label}
              className="flex size-9 items-center justify-center rounded-full text-muted hover:text-ink has-checked:bg-brand-soft has-checked:text-brand-strong has-focus-visible:outline-3 has-focus-visible:outline-focus pointer-coarse:size-11"
            >
              <input
                type="radio"
                name={name}
                className="visually-hidden"
                checked={choice === current}
                onChange={() => theme.choose(choice)}
              />
              <Icon aria-hidden size={18} />
              <span className="visually-hidden">{label}</span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
