import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  publicDir: 'web/public',
  // Tests run modules, not the app.
  plugins: process.env.VITEST ? [] : [tailwindcss(), reactRouter()],
  build: {
    // light-dark(), popover and :has() are used as they are (Baseline, 2024).
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    // The content security policy allows no data: fonts or scripts.
    assetsInlineLimit: 0,
  },
})
