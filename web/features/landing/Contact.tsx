import { paths } from '#contract/paths'
import { ButtonLink } from '#ui'
import { shownIf, useSettings } from '#views/site'

/** Last section of the page: call to action and contact. */
export const Contact = () => {
  const { support_email } = useSettings()
  return (
    <section aria-labelledby="begin" className="night bg-sky text-ink">
      <div className="mx-auto flex max-w-content flex-col items-start gap-6 px-4 py-16 sm:px-6 lg:flex-row lg:items-center lg:justify-between lg:py-20">
        <div>
          <h2 id="begin" className="text-2xl sm:text-3xl">
            Start with one quest
          </h2>
          <p className="mt-3 max-w-text text-muted">
            An account is free.{' '}
            <span {...shownIf('support')}>
              Have a question first? Write to{' '}
              <a href={support_email ? `mailto:${support_email}` : '/support'} className="link">
                {support_email || 'our support'}
              </a>
              .
            </span>
          </p>
        </div>
        <ButtonLink to={paths.register} size="large">
          Create account
        </ButtonLink>
      </div>
    </section>
  )
}
