import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'

import { Skeleton } from './states.tsx'

type PropsOf<Component> = Component extends (props: infer Props extends object) => ReactNode
  ? Props
  : object

const Nothing = () => null

/**
 * A lazy component that loads on first render: `lazyPart(() => import('./CancelForm.tsx'), 'CancelForm')`. Until then it renders
 * nothing, or a fallback of the same size: the classes of a skeleton (`'mt-4 h-48'`), or a component.
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
