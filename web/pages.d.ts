/** Page paths from web/routes.ts, inserted by the build (scripts/built-app.ts). */
declare const PAGES: {
  /** Patterns of public pages: `/verify/:code`. */
  public: readonly string[]
  /** Paths of pages with prefetched scripts; `any` replaces ids. */
  prefetched: readonly string[]
}
