/** Domains of hosting services, whose subdomains belong to unrelated parties. */
const HOSTED_SERVICES = [
  'appspot.com',
  'azurewebsites.net',
  'deno.dev',
  'firebaseapp.com',
  'fly.dev',
  'github.io',
  'herokuapp.com',
  'netlify.app',
  'ngrok-free.app',
  'ngrok.io',
  'onrender.com',
  'pages.dev',
  'railway.app',
  'replit.app',
  'run.app',
  'supabase.co',
  'vercel.app',
  'web.app',
  'workers.dev',
]

/** Decides whether calls send cookies. Hosts of a hosting service get none: the client's specification allows only the bearer token there. */
export const credentialsFor = (base: string): RequestCredentials => {
  if (base === '') return 'same-origin'
  const { hostname } = new URL(base, 'http://localhost')
  return HOSTED_SERVICES.some((domain) => `.${hostname}`.endsWith(`.${domain}`))
    ? 'omit'
    : 'include'
}
