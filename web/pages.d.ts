/** Paths of the pages in web/routes.ts, put in place by the build (scripts/built-app.ts). */
declare const PAGES: {
  /** Patterns of those that need no session: `/verify/:code`. */
  public: readonly string[]
  /** Paths of those whose script is fetched ahead, with `any` in place of ids. */
  prefetched: readonly string[]
}
