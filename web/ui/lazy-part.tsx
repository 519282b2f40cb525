import { lazy, type ReactNode } from 'react'

type Part<Component> = Component extends (props: infer Props) => ReactNode
  ? (props: Props) => ReactNode
  : never

/** A component that is fetched when it is first drawn: `lazyPart(() => import('./CancelForm.tsx'), 'CancelForm')`. */
export const lazyPart = <Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
) => lazy(async () => ({ default: (await load())[name] as Part<Module[Name]> }))
