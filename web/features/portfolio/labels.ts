import type { Audience, Viewer } from '#rules/audience'

export const AUDIENCE_WORDS = {
  private: 'Only you',
  family: 'Family',
  advisor: 'Family and advisors',
  link: 'Anyone with a link',
  public: 'Everyone',
} satisfies Record<Audience, string>

export const VIEWER_WORDS = {
  stranger: 'A stranger',
  link: 'Someone with a link',
  advisor: 'Your advisor',
  family: 'Your family',
} satisfies Record<Viewer, string>

export const pieces = (count: number): string =>
  count === 1 ? '1 piece of work' : `${count} pieces of work`
