import { AuthPanel, lazyPart, Spinner } from '#ui'

const loading = import('./CardSignIn.tsx')
const CardSignIn = lazyPart(() => loading, 'CardSignIn', Spinner)

/** Target of the link on a sign-in card. */
const CardPage = () => (
  <AuthPanel>
    <CardSignIn />
  </AuthPanel>
)

export default CardPage
