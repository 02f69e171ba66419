import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import type { UserConfig } from 'vite'
import { contractPlugin } from './contract-plugin.ts'
import { fontPreload } from './font-preload.ts'

const config = {
  root: fileURLToPath(new URL('.', import.meta.url)),
  publicDir: false,
  clearScreen: false,
  logLevel: 'warn',
  plugins: [contractPlugin(), react(), fontPreload()],
  // Whatever NODE_ENV the one who starts it has set: the page is always the one for real use.
  mode: 'production',
  define: { 'process.env.NODE_ENV': '"production"' },
  resolve: { conditions: ['module', 'browser', 'production'] },
  oxc: { jsx: { runtime: 'automatic', development: false } },
  build: {
    target: 'baseline-widely-available',
    // Nothing of the page is inline, so that its content security policy can be strict.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
  },
} satisfies UserConfig

export default config
