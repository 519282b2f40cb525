import { buildWebApp, installPackages } from './set-up.mjs'

// npm run build: what npm start does before it starts, for an image of a container or a machine that is prepared beforehand.

installPackages()
await buildWebApp()
