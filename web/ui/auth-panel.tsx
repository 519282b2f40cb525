import { type ReactNode } from 'react'

import { lazyPart } from './lazy-part.tsx'

const loading = import('./night-sky.tsx')
const NightSky = lazyPart(() => loading, 'NightSky')

// Part of the page's HTML; its script may load late.
const sky = <NightSky className="absolute inset-0 size-full" />

/** Layout of account screens: the form, and a night sky next to it if there is room. */
export const AuthPanel = ({ children }: { children: ReactNode }) => (
  <div className="grid min-h-full lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)] xl:grid-cols-[minmax(0,1fr)_minmax(0,34rem)]">
    <div className="min-w-0 px-4 py-12 sm:px-6 sm:py-16">
      <div className="mx-auto max-w-form">{children}</div>
    </div>
    <aside
      aria-label="About this site"
      className="night relative hidden overflow-hidden bg-sky lg:block"
    >
      <div className="sticky top-(--top-bar) flex h-[calc(100dvh-var(--top-bar))] max-h-240 flex-col justify-end p-10 xl:p-14">
        {sky}
        <p className="relative font-heading text-2xl leading-tight font-semibold text-balance">
          Five stars to steer by. One record of everything you make.
        </p>
        <p className="relative mt-3 text-muted">
          Quests earn experience in creativity, critical thinking, practical skills, communication
          and cultural literacy. What you do becomes a portfolio of your own.
        </p>
      </div>
    </aside>
  </div>
)
