import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'

import { Skeleton } from './states.tsx'

type PropsOf<Component> = Component extends (props: infer Props extends object) => ReactNode
  ? Props
  : object

const Nothing = () => null

/**
 * A component that is fetched when it is first drawn: `lazyPart(() => import('./CancelForm.tsx'), 'CancelForm')`. Until then
 * there is nothing, or a fallback that keeps its room: the classes of a skeleton (`'mt-4 h-48'`), or a component.
 */
export const lazyPart = <Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  fallback: string | ((props: PropsOf<Module[Name]>) => ReactNode) = Nothing,
) => {
  type Props = PropsOf<Module[Name]>
  const Part = lazy(async () => ({ default: (await load())[name] as ComponentType<object> }))
  const Fallback = typeof fallback === 'string' ? () => <Skeleton className={fallback} /> : fallback
  return (props: Props) => (
    <Suspense fallback={<Fallback {...props} />}>
      <Part {...props} />
    </Suspense>
  )
}
