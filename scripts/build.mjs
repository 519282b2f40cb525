import { buildWebApp, installPackages } from './set-up.mjs'

// npm run build: what npm start does before it starts, for container images and for machines that are prepared in advance.

installPackages()
await buildWebApp()
