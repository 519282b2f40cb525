import './app.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { Links, Outlet, Scripts, ScrollRestoration } from 'react-router'

import { Spinner } from '#ui'
import { queryClient } from '#web/api'
import { BEFORE_PAINT } from '#web/browser'

import bodyFont from './fonts/atkinson-hyperlegible-next-basic.woff2?url'
import { countError, ErrorScreen } from './frame/ErrorScreen.tsx'

export const Layout = ({ children }: { children: ReactNode }) => (
  <html lang="en" suppressHydrationWarning>
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="theme-color" media="(prefers-color-scheme: light)" content="#ffffff" />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#1c1f28" />
      <link rel="icon" href="/favicon.ico" sizes="32x32" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href="/manifest.webmanifest" />
      <link rel="preload" href={bodyFont} as="font" type="font/woff2" crossOrigin="anonymous" />
      <script dangerouslySetInnerHTML={{ __html: BEFORE_PAINT }} />
      <Links />
    </head>
    <body>
      {children}
      <ScrollRestoration />
      <Scripts />
    </body>
  </html>
)

/** Shown by app pages until their script has loaded. */
export const HydrateFallback = () => (
  <>
    <title>Lodestar</title>
    <div className="h-[calc(var(--top-bar)+1px)] border-b border-line bg-surface" />
    <Spinner />
  </>
)

/** Last resort if the frame itself or a page's script fails. */
export const ErrorBoundary = () => {
  useEffect(countError, [])
  return <ErrorScreen onTryAgain={() => window.location.reload()} />
}

const App = () => (
  <QueryClientProvider client={queryClient}>
    <Outlet />
  </QueryClientProvider>
)

export default App
